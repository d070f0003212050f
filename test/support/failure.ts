import { ApiError } from '../../nodes/DataPlatform/transport/failures.ts';

/** The ApiError that a function throws. */
export function failureOf(read: () => unknown): ApiError {
	try {
		read();
	} catch (error) {
		if (error instanceof ApiError) return error;
	}
	throw new Error('The response was accepted');
}
