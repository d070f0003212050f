// npm run lint: both passes, in every shell. n8n's own lint allows only its own configuration, so the second pass has
// the rest.
import { execa } from 'execa';

const { exitCode: ofN8n } = await execa('n8n-node', ['lint', ...process.argv.slice(2)], {
	// ESLint 9 needs this to find the configurations in subfolders.
	env: { ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
	preferLocal: true,
	stdio: 'inherit',
	reject: false,
});
const secondPass = ['-c', 'eslint.second-pass.config.mjs', '--no-config-lookup', '.'];
const { exitCode: ofSecondPass } = await execa(
	'eslint',
	[...secondPass, ...process.argv.slice(2)],
	{
		preferLocal: true,
		stdio: 'inherit',
		reject: false,
	},
);
process.exitCode = ofN8n || ofSecondPass;
