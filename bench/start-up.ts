import { rmSync } from 'node:fs';
import { newDataDir, startProduct } from '../tests/e2e/product.ts';
import { type Measurement, median, repeat } from './measurement.ts';

/** How long is it from `npm start`'s program to the first answered request? */

const RUNS = 7;

export async function measure(): Promise<Measurement[]> {
  const first = await repeat(RUNS, async () => {
    const dataDir = newDataDir();
    const took = await timeStart(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
    return took;
  });
  const kept = newDataDir();
  await timeStart(kept);
  const later = await repeat(RUNS, () => timeStart(kept));
  rmSync(kept, { recursive: true, force: true });
  return [
    {
      name: 'First start of a built checkout, to the first answered request',
      unit: 's',
      aim: 'under 5',
      value: median(first),
      runs: first,
      note: 'an empty data directory: tables, the node’s key and the mesh simulator are made',
    },
    {
      name: 'Later start, to the first answered request',
      unit: 's',
      aim: 'under 1',
      value: median(later),
      runs: later,
    },
  ];
}

/** @returns seconds from the spawn of the process to its first answer */
async function timeStart(dataDir: string): Promise<number> {
  const began = performance.now();
  const product = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const took = (performance.now() - began) / 1000;
  await product.stop();
  return took;
}
