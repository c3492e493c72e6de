import { useEffect, useState } from 'react';
import {
  useClockSkew,
  useLinkState,
  useServerNow,
  useStorageState,
} from '../../link/link-state.ts';
import { type Reading, readAgain, useRead } from '../../link/reads.ts';
import { useServiceWorker } from '../../link/updates/updates.ts';
import { dataWorker } from '../../link/worker.ts';
import { ownBuild } from '../../product.ts';
import { type DiagnosisFacts, diagnose, type Finding } from '../../ui/diagnostics/diagnosis.ts';
import { stateOf } from './-reading-state.ts';
import { useFigures } from './-use-figures.ts';

const NOW_EVERY_MS = 1000;
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

/** Gathers what every layer knows of itself, keeps it current, and reads everything again when asked. */
export function useDiagnosis(): Diagnosis {
  const now = useServerNow(NOW_EVERY_MS);
  const link = useLinkState();
  const skewMs = useClockSkew();
  const storage = useStorageState();
  const quota = useQuota();
  const serviceWorker = useServiceWorker();
  const connections = useRead('connections');
  const reads = [
    readFact('Stats', useRead('stats')),
    readFact('Activity', useRead('activity')),
    readFact('Bundles', useRead('bundles')),
    readFact('Connections', connections),
    readFact('Mesh health', useRead('meshHealth')),
    readFact('Proof', useRead('proofHealth')),
  ];
  const { running, run } = useReadAgain();
  const incidents = dataWorker.incidents();
  const findings = diagnose({
    now,
    secureContext: window.isSecureContext,
    version: { own: ownBuild(), server: link.serverBuild },
    serviceWorker,
    storage,
    quota,
    link,
    skewMs,
    restarts: { count: incidents.length, lastReason: incidents.at(-1)?.reason },
    worker: useFigures(),
    reads,
    platforms: connections.age === 'unknown' ? undefined : connections.data,
  });
  return { findings, now, running, run };
}

function readFact(name: string, reading: Reading<unknown>): DiagnosisFacts['reads'][number] {
  const { age, at, failure } = stateOf(reading);
  return { name, age, at, failure: failure?.message };
}

function useReadAgain() {
  const [running, setRunning] = useState(false);
  async function run(): Promise<void> {
    setRunning(true);
    await Promise.allSettled(READ_AGAIN.map((name) => readAgain(name)));
    setRunning(false);
  }
  return { running, run: () => void run() };
}

function useQuota(): DiagnosisFacts['quota'] {
  const [quota, setQuota] = useState<DiagnosisFacts['quota']>();
  useEffect(() => {
    const asked = new AbortController();
    askQuota().then((answer) => {
      if (!asked.signal.aborted) setQuota(answer);
    });
    return () => asked.abort();
  }, []);
  return quota;
}

/** The browser's storage manager exists in secure contexts alone. */
async function askQuota(): Promise<DiagnosisFacts['quota']> {
  if (!('storage' in navigator)) return undefined;
  const [estimate, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { usage: estimate.usage ?? 0, quota: estimate.quota ?? 0, persisted };
}
