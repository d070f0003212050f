const { once } = require('node:events');

module.exports = async () => {
	const { environment } = globalThis;
	const ended = once(environment, 'exit');
	environment.disconnect();
	await ended;
};
