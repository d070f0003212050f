const { fork } = require('node:child_process');
const { once } = require('node:events');

// n8n and the simulator belong to a process of their own: it stops them when this process asks for
// it, and just as well when this process is gone for whatever reason.
module.exports = async (_, { displayName }) => {
	const environment = fork('test/e2e/environment.ts', [displayName.name]);
	globalThis.environment = environment;
	const [description] = await Promise.race([
		once(environment, 'message'),
		once(environment, 'exit').then(() => {
			throw new Error('n8n and the simulator could not be started; the reason stands above.');
		}),
	]);
	process.env.TEST_ENVIRONMENT = JSON.stringify(description);
};
