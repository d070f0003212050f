import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';
import { loadContract } from './contract.ts';
import { CONTROL, CONTROL_PATH } from './control.ts';
import { extract } from './extract.ts';
import { createFaults, type FaultRule } from './faults/rules.ts';
import { createFunctions } from './functions.ts';
import { createJournal, type RequestRecord } from './journal.ts';
import { httpError, responseToError, send } from './response.ts';
import type { ConnectorExecution, RunRequest } from '../contract/types.ts';

/** The default token, which the docs use. */
export const DEMO_TOKEN = 'demo-token';
/** The default header with the token. */
export const TOKEN_HEADER = 'X-SERVICE-Developer-Token';

/** The flags of `npm run simulator`. maintainers/simulator.md describes them. */
export interface SimulatorOptions {
	port?: number;
	token?: string;
	/** Whether another token is accepted, too. */
	acceptsToken?: (token: string) => boolean;
	header?: string;
	functions?: number;
	latency?: number;
	faults?: FaultRule[];
	basePath?: string;
	/** The OpenAPI file. The default is the platform's. */
	contractFile?: string;
}

/** The spec has no input limits (`api-spec.md` part 8). This is enough for documents in base64. */
const BODY_LIMIT = 256 * 1024 * 1024;
/** Enough for URL-encoded IDs of 10,000 characters. */
const HEADER_LIMIT = 1024 * 1024;

/** Checks the token first, so that clients without it learn nothing else. */
function checkEnvelope(record: RequestRecord, header: string): void {
	const { method, tokenAccepted, headersSeen, body } = record;
	if (!tokenAccepted)
		throw httpError(401, `The header ${header} is missing or doesn't contain the developer token`);
	const type = headersSeen['content-type'];
	if (type?.split(';')[0].trim().toLowerCase() !== 'application/json')
		throw httpError(415, `Content-Type must be application/json, not ${type ?? 'missing'}`);
	// Every body in the contract is an object, and a GET has none. A string with JSON isn't an object.
	if (method === 'GET' ? body !== '' : typeof body !== 'object')
		throw httpError(400, 'The body must be a JSON object, and a GET has none');
}

function readBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Starts the simulator on 127.0.0.1, or throws if the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}) {
	const { port = 0, token = DEMO_TOKEN, header = TOKEN_HEADER } = options;
	const { latency = 0, basePath = '/' } = options;
	const { search } = createFunctions(options.functions ?? 250);
	const contract = await loadContract(basePath, options.contractFile);
	const stopping = new AbortController();
	const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal });
	const journal = createJournal();
	const faults = createFaults(wait, options.faults);
	let executions = 0;
	let extractions = 0;

	/** The bodies of valid requests' responses. Other operations respond with the contract's example. */
	const simulated: Record<
		string,
		(body: never, parameters: Record<string, string>, example: object) => object
	> = {
		searchFunctions: search,
		updateJob(_body, { applicationId, jobId }) {
			const message = `Job ${jobId} of application ${applicationId} is updated`;
			return { status: 'OK', code: 200, message };
		},
		runConnector({ runType }: RunRequest, { streamId: id }, example) {
			const streamId = Number(id);
			if (!Number.isSafeInteger(streamId) || !/^\d+$/.test(id))
				throw httpError(404, `There is no stream "${id}": a stream ID is a number`);
			const executionId = ++executions;
			const own = { streamId, executionId, toe: `toe-${executionId}`, runType };
			return { ...example, ...own, startedAt: Date.now() + 0.25 };
		},
		extractData: (body) => extract(++extractions, body),
	};

	/** Validates and executes the request. Faults may replace its body. */
	async function execute(record: RequestRecord, replaced?: unknown) {
		const { operation, method, path, parameters, headersSeen } = record;
		checkEnvelope(record, header);
		const body = replaced ?? record.body;
		const sent = method === 'GET' ? undefined : body;
		contract.checkRequest(operation!, { method, path, headers: headersSeen, body: sent });
		const { status, mock: example } = contract.exampleOf(operation!);
		const result = simulated[operation!]?.(body as never, parameters, example) ?? example;
		record.handled = true;
		record.executionId = (result as ConnectorExecution).executionId;
		if (latency > 0) await wait(latency);
		return { status, body: result };
	}

	async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const text = (request.body as string | undefined) ?? '';
		const receivedToken = String(request.headers[header.toLowerCase()] ?? '');
		const headers = Object.entries(request.headers).map(([name, value]) => {
			return [name, String(value).replaceAll(token, '[token]')];
		});
		const { method, url: path } = request;
		const tokenAccepted = receivedToken === token || options.acceptsToken?.(receivedToken) === true;
		const body = readBody(text);
		const headersSeen = Object.fromEntries(headers);
		const record = journal.open({ method, path, headersSeen, tokenAccepted, body });
		let brokenBySimulator = false;
		reply.raw.once('close', () => {
			record.connectionClosedByClient = !reply.raw.writableFinished && !brokenBySimulator;
			journal.close(record);
		});
		async function respond() {
			Object.assign(record, contract.match(method, path.split('?')[0]));
			const incoming = { record, text, receivedToken };
			return await faults.apply(incoming, (other) => execute(record, other).catch(responseToError));
		}
		const response = await respond().catch(responseToError);
		const { connection, status } = response;
		brokenBySimulator = connection === 'reset' || connection === 'cut';
		record.status = connection === 'reset' || connection === 'silence' ? undefined : status;
		await send(reply, response);
	}

	const server = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		http: { maxHeaderSize: HEADER_LIMIT },
		routerOptions: { maxParamLength: HEADER_LIMIT },
		frameworkErrors: (error, _, reply) => send(reply as FastifyReply, responseToError(error)),
	});
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body);
	server.setErrorHandler<Error>((error, _, reply) => send(reply, responseToError(error)));
	server.setNotFoundHandler(serve);

	const controlled = {
		journal,
		faults,
		reset() {
			executions = 0;
			extractions = 0;
			journal.clear();
			faults.set(options.faults ?? []);
			return journal.stats();
		},
	};
	for (const [name, act] of Object.entries(CONTROL)) {
		const [method, path] = name.split(' ') as [HTTPMethods, string];
		const handler = async ({ body }: FastifyRequest) =>
			act(controlled, body && JSON.parse(body as string));
		server.route({ method, url: CONTROL_PATH + path, handler });
	}

	const url = await server.listen({ host: '127.0.0.1', port });
	return {
		url,
		...controlled,
		async close(): Promise<void> {
			stopping.abort();
			await server.close();
		},
	};
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;
