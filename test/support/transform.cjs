// Makes CommonJS of TypeScript and of ES modules. Types are checked by `npm run typecheck`.
const compilerOptions = { target: 'es2022', module: 'commonjs', esModuleInterop: true };

module.exports = {
	process(source, fileName) {
		// Not at the top, because it takes long and most files are in jest's cache.
		const { transpileModule } = require('typescript');
		const options = { ...compilerOptions, inlineSourceMap: true, allowJs: true };
		return { code: transpileModule(source, { compilerOptions: options, fileName }).outputText };
	},
};
