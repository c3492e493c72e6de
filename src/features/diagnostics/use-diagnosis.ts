import { useEffect, useState } from 'react';
import {
  useClockSkew,
  useConnection,
  useServerNow,
  useStorageState,
} from '../../console/connection.ts';
import { refreshRead, useRead } from '../../console/reads.ts';
import { workerClient } from '../../console/worker-client.ts';
import { readStorage } from '../../device/persistence.ts';
import { ownBuild } from '../../device/product.ts';
import { useServiceWorker } from '../../device/updates/updates.ts';
import type { Reading } from '../../shared/model.ts';
import { type DiagnosisInput, diagnose } from './diagnose.ts';
import type { Finding, WorkerInfo } from './worker-findings.ts';

const NOW_EVERY_MS = 1000;
const COUNTERS_EVERY_MS = 5000;
const READS = [
  'stats',
  'activity',
  'bundles',
  'connections',
  'meshHealth',
  'proofHealth',
  'disk',
] as const;

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Server time, epoch milliseconds. */
  readonly now: number;
  /** The reads are being made again. */
  readonly running: boolean;
  readonly run: () => void;
}

/** Gathers what every layer reports, keeps it current, and reads everything again when asked. */
export function useDiagnosis(): Diagnosis {
  const now = useServerNow(NOW_EVERY_MS);
  const connection = useConnection();
  const skewMs = useClockSkew();
  const storage = useStorageState();
  const quota = useQuota();
  const serviceWorker = useServiceWorker();
  const connections = useRead('connections');
  const disk = useRead('disk');
  const worker = { role: connection.role, counters: useCounters(), heap: heapOf(performance) };
  const reads = [
    readInfo('Stats', useRead('stats')),
    readInfo('Activity', useRead('activity')),
    readInfo('Bundles', useRead('bundles')),
    readInfo('Connections', connections),
    readInfo('Mesh health', useRead('meshHealth')),
    readInfo('Proof', useRead('proofHealth')),
  ];
  const [running, setRunning] = useState(false);
  async function run(): Promise<void> {
    setRunning(true);
    await Promise.allSettled(READS.map((name) => refreshRead(name)));
    setRunning(false);
  }
  const crashes = workerClient.crashes();
  const findings = diagnose({
    now,
    secureContext: window.isSecureContext,
    version: { own: ownBuild(), server: connection.serverBuild },
    serviceWorker,
    storage,
    quota,
    connection,
    // The server sends its time and its build in the same message.
    skewMs: connection.serverBuild === undefined ? undefined : skewMs,
    restarts: { count: crashes.length, lastReason: crashes.at(-1)?.reason },
    worker,
    reads,
    disk: disk.age === 'fresh' ? disk.data : undefined,
    platforms: connections.age === 'fresh' ? connections.data : undefined,
  });
  return { findings, now, running, run: () => void run() };
}

function readInfo(name: string, read: Reading<unknown>): DiagnosisInput['reads'][number] {
  const { age, at, failure } = read;
  return { name, age, at, failure: failure?.userMessage };
}

function useQuota(): DiagnosisInput['quota'] {
  const [quota, setQuota] = useState<DiagnosisInput['quota']>();
  useEffect(() => void readStorage().then(setQuota), []);
  return quota;
}

/** What the data worker counts, asked again every few seconds; undefined while it does not answer. */
function useCounters(): WorkerInfo['counters'] {
  const [counters, setCounters] = useState<WorkerInfo['counters']>();
  useEffect(() => {
    const ask = () => void workerClient.counters().then(setCounters, () => setCounters(undefined));
    ask();
    const timer = setInterval(ask, COUNTERS_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return counters;
}

/** Only Chromium reports it. */
function heapOf(page: Performance): WorkerInfo['heap'] {
  if (!('memory' in page)) return undefined;
  const { usedJSHeapSize, jsHeapSizeLimit } = page.memory as Record<string, number>;
  if (usedJSHeapSize === undefined || jsHeapSizeLimit === undefined) return undefined;
  return { used: usedJSHeapSize, limit: jsHeapSizeLimit };
}
