const { rm } = require('node:fs/promises');
const { src, dest } = require('gulp');

const ASSETS = ['icons/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

// Without `encoding: false` gulp 5 reads every file as UTF-8 text.
function copyAssets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.clean = clean;
exports.assets = copyAssets;
