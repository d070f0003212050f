const { once } = require('node:events');

module.exports = async () => {
	const { editorPage, environment } = globalThis;
	await editorPage?.context().browser().close();
	const ended = once(environment, 'exit');
	environment.disconnect();
	await ended;
};
