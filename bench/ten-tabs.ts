import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowser } from '../tests/e2e/browser.ts';
import { type Operator, registerOperator } from '../tests/e2e/operator.ts';
import { startProduct } from '../tests/e2e/product.ts';
import { startWire, type Wire } from '../tests/e2e/wire.ts';
import type { Measurement } from './measurement.ts';

/** What do ten tabs of one person cost the server against one, once they are open? */

const TABS = 10;
/** Several rounds of the slowest poll. */
const LOOK_MS = Number(process.env.BENCH_SECONDS ?? 65) * 1000;

interface Cost {
  /** Of data, not of the app's own files. */
  readonly requests: number;
  /** Of the server's process, milliseconds, once the tabs are open. */
  readonly cpuMs: number;
  readonly sockets: number;
}

export async function measure(): Promise<Measurement[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' });
  const wire = await startWire(product.port);
  const browser = await openBrowser();
  try {
    const operator = await registerOperator(product);
    const cost = (tabs: number) => costOf(tabs, { browser, wire, operator, pid: product.pid });
    return measurementsOf(await cost(1), await cost(TABS));
  } finally {
    await browser.close();
    await wire.close();
    await product.stop();
  }
}

interface CostDeps {
  readonly browser: Browser;
  readonly wire: Wire;
  readonly operator: Operator;
  readonly pid: number;
}

/** From the first tab that is opened until all have been looked at for a while. */
async function costOf(tabs: number, { browser, wire, operator, pid }: CostDeps): Promise<Cost> {
  const context = await browser.newContext();
  const [name = '', value = ''] = operator.cookie.split('=');
  await context.addCookies([{ name, value, url: wire.url }]);
  await context.addInitScript("localStorage.setItem('auth-token', 'ada')");
  const asked = wire.asked.length;
  for (let i = 0; i < tabs; i += 1) await openTab(context, wire);
  const cpuMs = cpuMsOf(pid);
  await delay(LOOK_MS);
  const cost = {
    requests: wire.asked.slice(asked).filter((path) => /^\/(?:api\/|ws$)/.test(path)).length,
    cpuMs: cpuMsOf(pid) - cpuMs,
    sockets: wire.liveSockets(),
  };
  await context.close();
  return cost;
}

async function openTab(context: BrowserContext, wire: Wire): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${wire.url}/dashboard`);
  const light = page.getByRole('button', { name: /^Connection to the server/ });
  await light.filter({ hasText: 'Live' }).waitFor();
}

/** Linux counts a process's time in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function measurementsOf(one: Cost, ten: Cost): Measurement[] {
  const measurement = (
    name: string,
    aim: string,
    value: number,
    rest: Pick<Measurement, 'unit' | 'note'>,
  ): Measurement => ({ name, aim, value, runs: [value], ...rest });
  const seconds = LOOK_MS / 1000;
  return [
    measurement('Live sockets of ten tabs', 'at most 10', ten.sockets, {
      unit: 'sockets',
      note: `${ten.requests} requests against ${one.requests} of one tab, from the first tab on, ${seconds} s`,
    }),
    measurement(
      "The server's processor time for nine more tabs, a second",
      'at most 5',
      (ten.cpuMs - one.cpuMs) / seconds,
      {
        unit: 'ms',
        note: `${ten.cpuMs} and ${one.cpuMs} ms in ${seconds} s, probes and heartbeats included`,
      },
    ),
  ];
}
