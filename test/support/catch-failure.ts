import { ApiError } from '../../nodes/DataPlatform/transport/apiError.ts';

/** Returns the ApiError that a function throws. */
export function catchFailure(read: () => unknown): ApiError {
	try {
		read();
	} catch (error) {
		if (error instanceof ApiError) return error;
	}
	throw new Error('The response was accepted');
}
