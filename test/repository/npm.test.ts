import { DECIDED_SETTINGS, npmEnvironment } from '../../local/npm.mjs';

test("the caller can't change settings that determine the content", () => {
	const environment = npmEnvironment({
		npm_config_legacy_peer_deps: 'false',
		NPM_CONFIG_OMIT: 'dev',
		'npm_config_install-strategy': 'nested',
		npm_config_a_setting_of_years_to_come: 'true',
	});
	const settings = Object.entries(environment).map(([name, value]) => [name.slice(11), value]);

	expect(Object.fromEntries(settings)).toEqual({
		...DECIDED_SETTINGS,
		audit: 'false',
		fund: 'false',
		update_notifier: 'false',
	});
});

test.each([
	'NPM_CONFIG_REGISTRY',
	'npm_config_@scope:registry',
	'npm_config_//registry.example.com/:_authToken',
	'npm_config_https-proxy',
	'npm_config_cafile',
	'npm_config_userconfig',
	'npm_config_cache',
	'PATH',
])('%s is passed on to npm', (name) => {
	expect(npmEnvironment({ [name]: 'as it was' })).toMatchObject({ [name]: 'as it was' });
});
