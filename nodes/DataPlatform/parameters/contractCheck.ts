import type { Schema } from '../api/schema';
import { violation } from '../api/schema';
import { RefusedParameter } from './checks';

/**
 * Refuses JSON that the contract does not allow, before anything is sent.
 * @param value the JSON; undefined passes
 */
export function refuseViolation(parameter: string, value: unknown, schema: Schema): void {
	const reason = value === undefined ? undefined : violation(value, schema);
	if (reason === undefined) return;
	throw new RefusedParameter(parameter, reason, 'Correct it; nothing was sent for this item.');
}
