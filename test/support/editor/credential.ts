import type { Locator, Page } from 'playwright-core';

/** Opens the modal for a new credential from the parameters of a node. */
export async function openNewCredential(page: Page): Promise<void> {
	const choice = page.getByTestId('node-credentials-select');
	const noneYet = page.getByTestId('node-credentials-empty-state').locator('button').first();
	await choice.or(noneYet).first().waitFor();
	if (await choice.isVisible()) {
		await choice.click();
		await page.getByTestId('node-credentials-select-item-new').click();
	} else {
		await noneYet.click();
	}
	await credentialModal(page).waitFor();
}

export function credentialModal(page: Page): Locator {
	return page.getByTestId('editCredential-modal');
}

/** Fills the modal's fields by their names, such as `baseUrl`. */
export async function fillCredential(page: Page, values: Record<string, string>): Promise<void> {
	for (const [name, value] of Object.entries(values)) {
		const field = credentialModal(page).getByTestId(`parameter-input-${name}`);
		await field.locator('input').first().fill(value);
	}
}

/** Saves the credential, which also tests it, and waits until the modal shows why the test failed. */
export async function saveInvalidCredential(page: Page, reason: string): Promise<void> {
	const modal = credentialModal(page);
	await modal.getByTestId('credential-save-button').click();
	const message = modal.getByText(reason);
	// The details stay open for the next test.
	const details = modal.getByText('More details');
	await message.or(details).first().waitFor();
	if (await details.isVisible()) await details.click();
	await message.waitFor();
}

/** Saves a credential whose test passes. n8n then closes the modal. */
export async function saveWorkingCredential(page: Page): Promise<void> {
	await credentialModal(page).getByTestId('credential-save-button').click();
	await credentialModal(page).waitFor({ state: 'hidden' });
}

/** Opens the selected credential again, which tests it again. Returns the success message. */
export async function reopenWorkingCredential(page: Page): Promise<string> {
	await page.getByTestId('credential-edit-button').click();
	const banner = page.getByTestId('credentials-config-container-test-success');
	await banner.waitFor();
	return await banner.innerText();
}

export async function closeCredential(page: Page): Promise<void> {
	await page.locator('.el-dialog__headerbtn:visible').last().click();
	await credentialModal(page).waitFor({ state: 'hidden' });
}
