import { fork } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '../contract/calls.ts';
import { ACTIVITY } from '../contract/limits.ts';
import { registerOperator } from '../tests/e2e/operator.ts';
import { newDataDir, type Product, startProduct } from '../tests/e2e/product.ts';
import { startEventSource } from './event-source.ts';
import { type Figure, median } from './figure.ts';
import { askRepeatedly } from './load.ts';

/** How many answers a second does the activity log give, and how many would bare Fastify? */

/** Short ones in turn: other work on the machine then meets both alike. */
const RUNS = 21;
const RUN_MS = 1000;
const WARM_MS = 2000;
const { path } = CALLS.activity;

export async function measure(): Promise<Figure[]> {
  const dataDir = newDataDir();
  await fillLog(dataDir);
  const product = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const { cookie, body } = await signedIn(product);
  const bare = await startBare(dataDir, body);
  const askOurs = (ms: number) => askRepeatedly(product.url + path, { cookie }, ms);
  const askBare = (ms: number) => askRepeatedly(bare.url + path, { cookie }, ms);
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    await askOurs(WARM_MS);
    await askBare(WARM_MS);
    for (let run = 0; run < RUNS; run += 1) {
      ours.push(await askOurs(RUN_MS));
      theirs.push(await askBare(RUN_MS));
    }
  } finally {
    await bare.stop();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return figuresOf(ours, theirs, body.length);
}

async function fillLog(dataDir: string): Promise<void> {
  const source = await startEventSource(dataDir);
  for (let row = 0; row < ACTIVITY.pageDefault; row += 1)
    await source.write(`Row ${row} of the log`);
  await source.stop();
}

async function signedIn(product: Product): Promise<{ cookie: string; body: string }> {
  const operator = await registerOperator(product, 'bench');
  const body = await (await operator.call(path)).text();
  return { cookie: operator.cookie, body };
}

async function startBare(dataDir: string, body: string) {
  const file = join(dataDir, 'body.json');
  writeFileSync(file, body);
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [file, path], {
    execArgv: ['--import', 'tsx'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
    child.once('message', (message: { port: number }) => resolve(message.port));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function figuresOf(ours: number[], theirs: number[], bytes: number): Figure[] {
  const ratios = ours.map((rate, run) => (rate / (theirs[run] ?? Number.NaN)) * 100);
  return [
    {
      name: `Answers a second of GET ${path} with a session`,
      unit: '/s',
      aim: 'over half of bare Fastify',
      value: median(ours),
      runs: ours,
      note: `a body of ${bytes} bytes; ${RUN_MS / 1000} s a run, in turn with the bare handler`,
    },
    {
      name: 'The same of a bare Fastify handler with the same body',
      unit: '/s',
      aim: 'to compare with',
      value: median(theirs),
      runs: theirs,
    },
    {
      name: 'The first as a share of the second',
      unit: '%',
      aim: 'over 50',
      value: median(ratios),
      runs: ratios,
    },
  ];
}
