// Makes CommonJS of TypeScript. The compiler is loaded only for a file that isn't in jest's cache.
const { createHash } = require('node:crypto');
const { version } = require('typescript/package.json');

const compilerOptions = {
	target: 'es2022',
	module: 'commonjs',
	esModuleInterop: true,
	sourceMap: true,
};

module.exports = {
	getCacheKey: (source, file) =>
		createHash('sha256')
			.update(JSON.stringify([source, file, compilerOptions, version]))
			.digest('hex'),

	process(source, fileName) {
		const { transpileModule } = require('typescript');
		const { outputText, sourceMapText } = transpileModule(source, { compilerOptions, fileName });
		return { code: outputText, map: sourceMapText };
	},
};
