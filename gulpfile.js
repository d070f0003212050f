const { rm } = require('node:fs/promises');
const { parseArgs } = require('node:util');
const { src, dest, watch } = require('gulp');

const ASSETS = ['icons/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

const { dist } = parseArgs({
	options: { dist: { type: 'string', default: 'dist' } },
	strict: false,
}).values;

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

// Without `encoding: false` gulp 5 reads every file as UTF-8 text.
function copyAssets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest(dist));
}

function watchAssets() {
	watch(ASSETS, copyAssets);
}

exports.clean = clean;
exports.assets = copyAssets;
exports.watchAssets = watchAssets;
