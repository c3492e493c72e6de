import { parentPort, workerData } from 'node:worker_threads';
import type { InspectionOrder } from './thread.ts';
import { inspectFile } from './zip/inspect.ts';

/** The thread's whole life: one order, one answer. What it throws reaches `thread.ts` as an error. */
const { path, ...inspecting } = workerData as InspectionOrder;
parentPort?.postMessage(await inspectFile(path, inspecting));
