import { connections } from './connections.ts';
import type { AnyFaultKind } from './fault.ts';
import { lies } from './lies.ts';
import { refusals } from './refusals.ts';

/** Every kind of fault. A new one is an entry in one of the tables, and nothing else. */
export const faultKinds: Record<string, AnyFaultKind> = { ...refusals, ...connections, ...lies };
