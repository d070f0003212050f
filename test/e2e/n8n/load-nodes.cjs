// node load-nodes.cjs <installation of n8n>
// Loads every node and credential that comes with n8n; prints how many, and the error of each that
// could not be loaded, by file.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');

const requireFromN8n = createRequire(join(process.argv[2], 'node_modules', 'n8n', 'package.json'));
const failures = {};
let loaded = 0;
for (const name of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
	const manifest = requireFromN8n.resolve(`${name}/package.json`);
	const { nodes, credentials } = JSON.parse(readFileSync(manifest, 'utf8')).n8n;
	for (const file of [...nodes, ...credentials]) {
		try {
			require(join(dirname(manifest), file));
			loaded += 1;
		} catch (error) {
			failures[file] = error.message;
		}
	}
}
process.stdout.write(JSON.stringify({ loaded, failures }), () => process.exit());
