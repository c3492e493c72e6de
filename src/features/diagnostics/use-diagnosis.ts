import { useState } from 'react';
import { useClockSkew, useConnection, useServerNow } from '../../console/connection.ts';
import { refreshRead, useRead } from '../../console/reads.ts';
import { workerClient } from '../../console/worker-client.ts';
import { ownBuild } from '../../device/product.ts';
import type { Reading } from '../../shared/model.ts';
import { type DiagnosisInput, diagnose, type Finding } from './diagnose.ts';

const NOW_EVERY_MS = 1000;
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
  const connections = useRead('connections');
  const disk = useRead('disk');
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
    version: { own: ownBuild(), server: connection.serverBuild },
    connection,
    // The server sends its time and its build in the same message.
    skewMs: connection.serverBuild === undefined ? undefined : skewMs,
    restarts: { count: crashes.length, lastReason: crashes.at(-1)?.reason },
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
