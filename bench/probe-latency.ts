import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Incident } from '../contract/shapes/incident.ts';
import { type Measurement, median, percentile } from './measurement.ts';
import { type ProbingNode, startProbingNode } from './probing-node.ts';

/**
 * Is the latency of 300 web platforms that of the platforms? Beside one platform alone, Prometheus' blackbox exporter where it is installed, and
 * with two busy processes. All are of one web server in a process of its own; each run measures all by turns.
 */

const COUNT = 300;
const RUNS = 3;
const SPAN_MS = 40_000;
const LATE_MS = 250;
const BLACKBOX = '/usr/bin/prometheus-blackbox-exporter';
const BLACKBOX_PORT = 19_115;

export async function measure(): Promise<Measurement[]> {
  const target = await startTarget();
  const single = await probing(target.url, 1, 1);
  const many = await probing(target.url, COUNT, 10);
  const blackbox = await startBlackbox();
  try {
    // The first probes begin together.
    await delay(15_000);
    const quiet: Run[] = [];
    for (let run = 0; run < RUNS; run++)
      quiet.push(await measureOnce({ single, many, blackbox, target }));
    const busy = await measureBusy({ single, many, blackbox, target });
    return [
      ...measurementsOf(quiet, ''),
      ...measurementsOf([busy.run], ', two busy processes beside it'),
      ...busy.late,
    ];
  } finally {
    for (const node of [single, many]) await node.stop();
    blackbox?.kill();
    target.process.kill();
  }
}

const probing = (url: string, count: number, intervalSec: number): Promise<ProbingNode> =>
  startProbingNode({
    platforms: Array.from({ length: count }, (_, i) => ({ kind: 'web', url: `${url}/${i}` })),
    probe: { intervalSec, lateMs: LATE_MS, timeoutMs: 1500 },
  });

interface Measured {
  readonly single: ProbingNode;
  readonly many: ProbingNode;
  readonly blackbox: ChildProcess | undefined;
  readonly target: { readonly url: string };
}
/** Milliseconds of each probe. */
type Latencies = Readonly<Record<'single' | 'many' | 'blackbox', readonly number[]>>;
/** With the share of one core that the 300 take, in percent. */
type Run = Latencies & { readonly share: number };

/** All at the same time: what else the machine does meets all alike. */
async function measureOnce({ single, many, blackbox, target }: Measured): Promise<Run> {
  const since = Date.now();
  const cpuBefore = await many.cpuMs();
  const seen = blackbox ? await blackboxTimes(target.url) : [];
  await delay(Math.max(0, since + SPAN_MS - Date.now()));
  // A round stores what was found until then.
  await delay(11_000);
  const share = (100 * ((await many.cpuMs()) - cpuBefore)) / (Date.now() - since);
  return {
    share,
    blackbox: seen,
    single: await latenciesSince(single, since),
    many: await latenciesSince(many, since),
  };
}

async function latenciesSince(node: ProbingNode, since: number): Promise<number[]> {
  const probes = await node.probesSince(since);
  return probes.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
}

async function measureBusy(measured: Measured) {
  const since = Date.now();
  const busy = [0, 1].map(() => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }));
  const control = fork(SELF, ['control', measured.target.url], { execArgv: ['--import', 'tsx'] });
  const late: number[] = [];
  control.on('message', (ms) => late.push(Number(ms)));
  try {
    const run = await measureOnce(measured);
    const incidents = await measured.many.read<Incident[]>('/api/incidents');
    const opened = incidents.filter(
      ({ status, startedAt }) => status === 'warning' && startedAt >= since,
    );
    const count = (name: string, value: number, note: string): Measurement => ({
      ...{ name: `${COUNT} platforms, two busy processes beside it: ${name}`, unit: '', runs: [] },
      ...{ aim: 'none that the control does not show', value, note },
    });
    const isLate = (ms: number) => ms > LATE_MS;
    return {
      run,
      late: [
        count('incidents of late answers', opened.length, `over ${LATE_MS} ms, twice`),
        count('late answers of the control', late.filter(isLate).length, `of ${late.length}`),
      ],
    };
  } finally {
    for (const one of [...busy, control]) one.kill();
  }
}

function measurementsOf(runs: readonly Run[], where: string): Measurement[] {
  const of = (name: string, kind: keyof Latencies, share: number, aim: string): Measurement[] => {
    const values = runs.map((run) => percentile(run[kind], share));
    if (values.some(Number.isNaN)) return [];
    const note = `of ${runs.map((run) => run[kind].length).join(', ')} probes`;
    return [{ name: name + where, unit: 'ms', aim, value: median(values), runs: values, note }];
  };
  const shares = runs.map(({ share }) => share);
  return [
    {
      ...{
        name: `Processor share of probing ${COUNT} web platforms${where}`,
        unit: '% of one core',
      },
      ...{ aim: 'to compare with', value: median(shares), runs: shares },
    },
    ...of('Latency of one web platform: median', 'single', 0.5, 'to compare with'),
    ...of('Latency of one web platform: 95th percentile', 'single', 0.95, 'to compare with'),
    ...of(`Latency of ${COUNT} web platforms: median`, 'many', 0.5, 'within 1 of a single one'),
    ...of(
      `Latency of ${COUNT} web platforms: 95th percentile`,
      'many',
      0.95,
      'within 5 of a single one',
    ),
    ...of('blackbox_exporter, the same web server: median', 'blackbox', 0.5, 'to compare with'),
    ...of(
      'blackbox_exporter, the same web server: 95th percentile',
      'blackbox',
      0.95,
      'to compare with',
    ),
  ];
}

async function startBlackbox(): Promise<ChildProcess | undefined> {
  try {
    execFileSync('test', ['-x', BLACKBOX]);
  } catch {
    return undefined;
  }
  const address = `--web.listen-address=127.0.0.1:${BLACKBOX_PORT}`;
  const config = '--config.file=/etc/prometheus/blackbox.yml';
  return spawn(BLACKBOX, [address, config], { stdio: 'ignore' });
}

/** As Prometheus asks: spread over an interval of ten seconds. @returns milliseconds */
async function blackboxTimes(url: string): Promise<number[]> {
  const asked = Array.from({ length: COUNT }, async (_, i) => {
    await delay((i * 10_000) / COUNT);
    const target = encodeURIComponent(`${url}/${i}`);
    const answer = await fetch(
      `http://127.0.0.1:${BLACKBOX_PORT}/probe?module=http_2xx&target=${target}`,
    );
    const [, seconds] = /^probe_duration_seconds (\S+)$/m.exec(await answer.text()) ?? [];
    return Number(seconds) * 1000;
  });
  return Promise.all(asked);
}

const SELF = fileURLToPath(import.meta.url);

async function startTarget() {
  const process = fork(SELF, ['target'], { execArgv: ['--import', 'tsx'] });
  const [port] = await once(process, 'message');
  return { process, url: `http://127.0.0.1:${port}` };
}

/** A plain web server. */
async function serve(): Promise<void> {
  const web = createServer((_, answer) => answer.end('well'));
  web.listen(0, '127.0.0.1', () => process.send?.((web.address() as AddressInfo).port));
}

/** One plain request a second on a kept connection. */
async function control(url: string): Promise<void> {
  for (;;) {
    const began = performance.now();
    await (await fetch(url)).text();
    process.send?.(performance.now() - began);
    await delay(1_000);
  }
}

const [, started, role, url = ''] = process.argv;
if (started === SELF && role === 'target') await serve();
if (started === SELF && role === 'control') await control(url);
