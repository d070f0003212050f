import { z } from 'zod';
import type { AnyFaultKind, Output, Page } from './fault.ts';
import { kind, lie, names, otherPage, pagesBefore } from './fault.ts';

/** An integer as JSON, beyond what a double holds; the judge of answers does not know it for one. */
const large = (number: number): unknown =>
	(JSON as unknown as { rawJSON: (json: string) => unknown }).rawJSON(
		String(2n ** 53n + BigInt(number)),
	);

const withLargeIds = (page: Page) => ({
	...page,
	results: page.results.map((each) => ({
		...each,
		id: large(each.id!),
		owner: large(each.owner!),
	})),
});

/** Successful answers that are wrong: pages that lie, runs and extractions with something missing. */
export const lies: Record<string, AnyFaultKind> = {
	// Search: pages that lie

	'total-hits-wrong': kind({
		only: 'searchFunctions',
		description: 'answers a totalHits that is not the number of functions',
		settings: { totalHits: z.number().int().default(1_000_000) },
		effect: (fault) =>
			lie(fault, (page: Page) => ({ ...page, totalHits: fault.settings.totalHits })),
	}),
	'total-hits-missing': kind({
		only: 'searchFunctions',
		description: 'answers without totalHits',
		settings: {},
		effect: (fault) => lie(fault, ({ totalHits: _, ...page }: Page) => page, true),
	}),
	'has-more-always': kind({
		only: 'searchFunctions',
		description: 'says that there is more, also after the last page',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, hasMore: true })),
	}),
	'has-more-never': kind({
		only: 'searchFunctions',
		description: 'says that there is no more, also before the last page',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, hasMore: false })),
	}),
	'short-page': kind({
		only: 'searchFunctions',
		description: 'answers fewer functions than asked for although there are more',
		settings: {
			missing: z
				.number()
				.int()
				.positive()
				.optional()
				.describe('functions, half of them without it'),
		},
		effect: (fault) =>
			otherPage(fault, ({ limit }) => ({
				limit: Math.max(1, limit - (fault.settings.missing ?? Math.floor(limit / 2))),
			})),
	}),
	'empty-page': kind({
		only: 'searchFunctions',
		description: 'answers no function and says that there is more',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, results: [], hasMore: true })),
	}),
	'growing-list': kind({
		only: 'searchFunctions',
		description:
			'functions are added at the front between one page and the next: the same one comes twice',
		settings: { records: z.number().int().positive().default(1).describe('functions per page') },
		async effect(fault) {
			const added = pagesBefore(fault) * fault.settings.records;
			const handle = () =>
				otherPage(fault, ({ offset = 0 }) => ({ offset: Math.max(0, offset - added) }));
			return await lie({ handle }, (page: Page) => ({
				...page,
				totalHits: page.totalHits + added,
			}));
		},
	}),
	'shrinking-list': kind({
		only: 'searchFunctions',
		description:
			'functions are removed at the front between one page and the next: some are never seen',
		settings: { records: z.number().int().positive().default(1).describe('functions per page') },
		async effect(fault) {
			const removed = pagesBefore(fault) * fault.settings.records;
			const handle = () => otherPage(fault, ({ offset = 0 }) => ({ offset: offset + removed }));
			return await lie({ handle }, (page: Page) => ({
				...page,
				totalHits: Math.max(0, page.totalHits - removed),
			}));
		},
	}),
	'large-ids': kind({
		only: 'searchFunctions',
		description: 'answers ids and owners beyond 2^53, where neighbours differ in the last digit',
		settings: {},
		effect: (fault) => lie(fault, withLargeIds, true),
	}),
	degraded: kind({
		only: 'searchFunctions',
		description: 'says degraded: true',
		settings: {},
		effect: (fault) => lie(fault, (page: Page) => ({ ...page, degraded: true })),
	}),

	// Runs and extractions: answers with something missing

	'large-execution-id': kind({
		only: 'runConnector',
		description: 'answers an executionId beyond 2^53',
		settings: {},
		effect: (fault) =>
			lie(
				fault,
				(body: { executionId: number }) => ({ ...body, executionId: large(body.executionId) }),
				true,
			),
	}),
	'execution-errors': kind({
		only: 'runConnector',
		description: 'the run starts and its answer carries errors',
		settings: { errors: z.array(z.unknown()).default([{ message: 'Source not reachable' }]) },
		effect: (fault) => lie(fault, (body: object) => ({ ...body, errors: fault.settings.errors })),
	}),
	'null-fields': kind({
		only: 'extractData',
		description: 'answers null for fields',
		settings: { fields: names },
		effect: ({ handle, settings: { fields } }) =>
			lie({ handle }, (body: Output) => {
				const answered = Object.entries(body.output).map(([name, value]) => [
					name,
					!fields || fields.includes(name) ? null : value,
				]);
				return { ...body, output: Object.fromEntries(answered) };
			}),
	}),
	'missing-fields': kind({
		only: 'extractData',
		description: 'leaves fields out',
		settings: { fields: names },
		effect: ({ handle, settings: { fields } }) =>
			lie({ handle }, (body: Output) => {
				const answered = Object.entries(body.output).filter(
					([name]) => fields && !fields.includes(name),
				);
				return { ...body, output: Object.fromEntries(answered) };
			}),
	}),
	'output-not-object': kind({
		only: 'extractData',
		description: 'answers an output that is no object',
		settings: { output: z.unknown().default('I could not find any data.').describe('any JSON') },
		effect: (fault) =>
			lie(fault, (body: object) => ({ ...body, output: fault.settings.output }), true),
	}),
};
