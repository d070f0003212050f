import { connections } from './connections.ts';
import type { AnyFaultKind } from './fault.ts';
import { invalidResponses } from './invalid-responses.ts';
import { errorResponses } from './error-responses.ts';

/** All kinds of faults. To add one, add an entry to one of the tables. */
export const faultKinds: Record<string, AnyFaultKind> = {
	...errorResponses,
	...connections,
	...invalidResponses,
};
