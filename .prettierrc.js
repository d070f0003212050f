module.exports = {
	useTabs: true,
	singleQuote: true,
	printWidth: 100,
	trailingComma: 'all',
	semi: true,
	overrides: [
		{ files: ['package.json', 'package-lock.json'], options: { useTabs: false, tabWidth: 2 } },
		{ files: ['*.yaml', '*.yml', '*.md'], options: { useTabs: false, tabWidth: 2 } },
	],
};
