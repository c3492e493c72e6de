import { proxy } from 'comlink';
import type { OnLine } from '../worker/api.ts';

/** @returns what the data worker can call */
export const calledByWorker = (onLine: OnLine): OnLine => proxy(onLine);
