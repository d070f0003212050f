import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import type { Answer } from './answer.ts';
import { errorAnswer, Refusal } from './answer.ts';
import { loadContract } from './contract.ts';
import { CONTROL_PATH, controlRoutes } from './control.ts';
import type { FaultRule } from './faults/rules.ts';
import { createFaults } from './faults/script.ts';
import { createFunctions } from './functions.ts';
import type { Journal, RequestRecord } from './journal.ts';
import { createJournal } from './journal.ts';
import { createPlatform, simulatedOperations } from './operations.ts';
import { send, sendError } from './send.ts';

/** The token that is accepted when nobody says another: the one of the docs. */
export const DEMO_TOKEN = 'demo-token';

/** What the flags of `npm run simulator` set; maintainers/simulator.md says what each means, and what holds without it. */
export interface SimulatorOptions {
	port?: number;
	token?: string;
	header?: string;
	functions?: number;
	/** Milliseconds. */
	latency?: number;
	/** A file. */
	log?: string;
	faults?: FaultRule[];
	basePath?: string;
}

/** Input sizes are not shown (`api-spec.md` part 8): enough for documents in base64. */
const BODY_LIMIT = 256 * 1024 * 1024;
/** Ids of 10,000 characters, URL-encoded, fit into a path. */
const HEADER_LIMIT = 1024 * 1024;

/** The token header is checked first, so that nobody learns more without it. */
function check(
	{ tokenAccepted, headersSeen, body }: RequestRecord,
	header: string,
	text: string,
): void {
	if (!tokenAccepted)
		throw new Refusal(401, `The header ${header} is missing or does not carry the developer token`);
	const type = headersSeen['content-type'];
	if (type?.split(';')[0].trim().toLowerCase() !== 'application/json')
		throw new Refusal(415, `Content-Type must be application/json, not ${type ?? 'missing'}`);
	// Every body of the contract is an object, and a string that holds JSON is none.
	if (typeof body !== 'object') {
		const reason = body === text ? 'not JSON' : `a JSON ${typeof body}`;
		throw new Refusal(400, `The body must be a JSON object, it is ${reason}`);
	}
}

/** The body as JSON, or as text when it is none. */
function readBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

async function unlessRefused(work: () => Promise<Answer>): Promise<Answer> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof Refusal) return errorAnswer(error.status, error.message);
		throw error;
	}
}

function withoutToken(headers: FastifyRequest['headers'], token: string): Record<string, string> {
	const masked = (value: unknown) => String(value).replaceAll(token, '[token]');
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)]));
}

/**
 * Starts the stand-in service on 127.0.0.1.
 *
 * @returns its address, `close()`, and what the control works on
 * @throws Error when the port is taken or the contract cannot be read
 */
export async function startSimulator(options: SimulatorOptions = {}) {
	const { port = 0, token = DEMO_TOKEN, header = 'X-SERVICE-Developer-Token' } = options;
	const { latency = 0, basePath = '/' } = options;
	const functions = createFunctions(options.functions ?? 250);
	const contract = await loadContract(basePath);
	const stopping = new AbortController();
	const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal });
	const journal: Journal = createJournal(options.log);
	const faults = createFaults(wait, options.faults);
	/** Bodies that are known to keep the contract: pages come again and again. */
	const sound = new WeakSet<object>();
	let platform = createPlatform(functions);

	/** Checks the request and carries it out. Faults may ask for another body than the one that came. */
	async function carryOut(
		record: RequestRecord,
		text: string,
		replaced?: unknown,
	): Promise<Answer> {
		const { operation, method, path, parameters, headersSeen } = record;
		check(record, header, text);
		const body = replaced ?? record.body;
		contract.checkRequest(operation!, { method, path, headers: headersSeen, body });
		const answer = simulatedOperations[operation!](platform, body, parameters);
		record.handled = true;
		record.items = answer.items;
		if (latency > 0) await wait(latency);
		return answer;
	}

	/** An answer of our own that breaks the contract must not go unnoticed. */
	function judged({ operation }: RequestRecord, answer: Answer): Answer {
		const { status, body, breaksContract } = answer;
		if (breaksContract || body === undefined || sound.has(body as object)) return answer;
		const fault = contract.responseFault(operation!, status, body);
		if (fault) return errorAnswer(500, `The simulator's answer breaks the contract: ${fault}`);
		sound.add(body as object);
		return answer;
	}

	async function answerTo(record: RequestRecord, text: string, token: string): Promise<Answer> {
		Object.assign(record, contract.match(record.method, record.path.split('?')[0]));
		const answer = await faults.apply({ record, text, receivedToken: token }, (body) =>
			unlessRefused(() => carryOut(record, text, body)),
		);
		return judged(record, answer);
	}

	async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const text = (request.body as string | undefined) ?? '';
		const receivedToken = String(request.headers[header.toLowerCase()] ?? '');
		const record = journal.open({
			method: request.method,
			path: request.url,
			headersSeen: withoutToken(request.headers, token),
			tokenAccepted: receivedToken === token,
			body: readBody(text),
		});
		let brokenBySimulator = false;
		reply.raw.once('close', () => {
			record.connectionClosedByClient = !reply.raw.writableFinished && !brokenBySimulator;
			journal.close(record);
		});
		const answer = await unlessRefused(() => answerTo(record, text, receivedToken));
		const { connection, status } = answer;
		brokenBySimulator = connection === 'reset' || connection === 'cut';
		record.status = connection === 'reset' || connection === 'silence' ? undefined : status;
		send(reply, answer);
	}

	const server = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		http: { maxHeaderSize: HEADER_LIMIT },
		routerOptions: { maxParamLength: HEADER_LIMIT },
		frameworkErrors: (error, _request, reply) => sendError(reply as FastifyReply, error),
	});
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body);
	server.setErrorHandler<Error>((error, _request, reply) => sendError(reply, error));
	server.setNotFoundHandler(serve);

	const simulated = {
		journal,
		faults,
		platform: () => platform,
		reset() {
			platform = createPlatform(functions);
			journal.clear();
			faults.set(options.faults ?? []);
			return journal.stats();
		},
	};
	await server.register(controlRoutes(simulated), { prefix: CONTROL_PATH });

	const url = await server.listen({ host: '127.0.0.1', port });
	return {
		url,
		...simulated,
		async close(): Promise<void> {
			stopping.abort();
			await server.close();
			journal.end();
		},
	};
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;
