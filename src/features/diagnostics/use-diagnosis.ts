import { useEffect, useState } from 'react';
import { readStorage } from '../../client/app/persistence.ts';
import {
  useClockSkew,
  useConnection,
  useServerNow,
  useStorageState,
} from '../../client/connection.ts';
import { refreshRead, useRead } from '../../client/reads.ts';
import { useServiceWorker } from '../../client/updates/updates.ts';
import { workerClient } from '../../client/worker-client.ts';
import { ownBuild } from '../../product.ts';
import type { Reading } from '../../shared/model.ts';
import { type DiagnosisInput, diagnose, type Finding } from './diagnose.ts';
import type { WorkerInfo } from './worker-findings.ts';

const NOW_EVERY_MS = 1000;
const COUNTERS_EVERY_MS = 5000;
const READ_AGAIN = [
  'stats',
  'activity',
  'bundles',
  'connections',
  'meshHealth',
  'proofHealth',
] as const;

interface Diagnosis {
  readonly findings: readonly Finding[];
  /** Server time, epoch milliseconds. */
  readonly now: number;
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
  const worker = useWorkerInfo();
  const reads = [
    readInfo('Stats', useRead('stats')),
    readInfo('Activity', useRead('activity')),
    readInfo('Bundles', useRead('bundles')),
    readInfo('Connections', connections),
    readInfo('Mesh health', useRead('meshHealth')),
    readInfo('Proof', useRead('proofHealth')),
  ];
  const { running, run } = useReadAgain();
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
    platforms: connections.age === 'fresh' ? connections.data : undefined,
  });
  return { findings, now, running, run };
}

function readInfo(name: string, read: Reading<unknown>): DiagnosisInput['reads'][number] {
  const { age, at, failure } = read;
  return { name, age, at, failure: failure?.userMessage };
}

function useReadAgain() {
  const [running, setRunning] = useState(false);
  async function run(): Promise<void> {
    setRunning(true);
    await Promise.allSettled(READ_AGAIN.map((name) => refreshRead(name)));
    setRunning(false);
  }
  return { running, run: () => void run() };
}

function useQuota(): DiagnosisInput['quota'] {
  const [quota, setQuota] = useState<DiagnosisInput['quota']>();
  useEffect(() => {
    let isCurrent = true;
    void readStorage().then((answer) => {
      if (isCurrent) setQuota(answer);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return quota;
}

/** What the data worker counts, asked again every few seconds. */
function useWorkerInfo(): WorkerInfo {
  const askedAt = useServerNow(COUNTERS_EVERY_MS);
  const { role } = useConnection();
  const [answer, setAnswer] = useState<{ of: number; counters: WorkerInfo['counters'] }>();
  const isDue = answer === undefined || askedAt > answer.of;
  useEffect(() => {
    if (!isDue) return undefined;
    let isCurrent = true;
    const store = (counters: WorkerInfo['counters']) => {
      if (isCurrent) setAnswer({ of: askedAt, counters });
    };
    workerClient.counters().then(store, () => store(undefined));
    return () => {
      isCurrent = false;
    };
  }, [askedAt, isDue]);
  return { role, counters: answer?.counters, heap: heapOf(performance) };
}

/** Only Chromium reports it. */
function heapOf(page: Performance): WorkerInfo['heap'] {
  if (!('memory' in page)) return undefined;
  const { usedJSHeapSize, jsHeapSizeLimit } = page.memory as Record<string, number>;
  if (usedJSHeapSize === undefined || jsHeapSizeLimit === undefined) return undefined;
  return { used: usedJSHeapSize, limit: jsHeapSizeLimit };
}
