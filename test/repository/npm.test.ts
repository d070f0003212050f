import { npmEnvironment } from '../../local/npm.mjs';

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
