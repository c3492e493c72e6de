import { refuse } from '../http/refuse.ts';
import { BusyError } from '../mesh/turns.ts';

/** Waits for costly work of the mesh; 429 when too many wait for the same already. */
export async function inTurn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    throw refuse(429, `${error.message}.`, { 'retry-after': String(error.retryAfterSec) });
  }
}
