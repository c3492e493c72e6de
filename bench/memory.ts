import { setTimeout as delay } from 'node:timers/promises';
import { startProduct } from '../tests/e2e/product.ts';
import { type Measurement, median, repeat, residentMib } from './measurement.ts';

/** How much memory does the server hold when nobody asks anything of it, its mesh simulator included? */

const RUNS = 3;
/** Several probe rounds and a heartbeat. */
const IDLE_MS = 45_000;

export async function measure(): Promise<Measurement[]> {
  const runs = await repeat(RUNS, async () => {
    const product = await startProduct({ LOG_LEVEL: 'warn' });
    await delay(IDLE_MS);
    const mib = residentMib(product.pid);
    await product.stop();
    return mib;
  });
  return [
    {
      name: 'Resident memory of the server, idle, with the mesh simulator',
      unit: 'MiB',
      aim: 'under 150',
      value: median(runs),
      runs,
      note: `${IDLE_MS / 1000} s after the start`,
    },
  ];
}
