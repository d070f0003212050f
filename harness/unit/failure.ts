import { ApiFailure } from '../../nodes/DataPlatform/transport/failures.ts';

/** The ApiFailure that reading an answer ends with. */
export function failureOf(read: () => unknown): ApiFailure {
	try {
		read();
	} catch (error) {
		if (error instanceof ApiFailure) return error;
	}
	throw new Error('The answer was accepted');
}
