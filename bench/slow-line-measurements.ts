import { type Measurement, median } from './measurement.ts';
import type { Visit } from './slow-visit.ts';

export type Kind = keyof typeof AIMS;

export interface Measured {
  readonly kind: Kind;
  readonly visit: Visit;
}

export type Measure =
  | 'fcp'
  | 'lcp'
  | 'ready'
  | 'blocking'
  | 'blockingInAll'
  | 'heap'
  | 'served'
  | 'requests'
  | 'shift';

export const MEASURES: Readonly<
  Record<Measure, { name: string; unit: string; of(visit: Visit): number }>
> = {
  fcp: { name: 'first paint', unit: 's', of: ({ fcp }) => fcp / 1000 },
  lcp: { name: 'largest paint', unit: 's', of: ({ lcp }) => lcp / 1000 },
  ready: { name: 'ready', unit: 's', of: ({ ready }) => ready / 1000 },
  blocking: { name: 'blocking time', unit: 'ms', of: ({ blocking }) => blocking },
  blockingInAll: {
    name: 'blocking time from the start',
    unit: 'ms',
    of: ({ blockingInAll }) => blockingInAll,
  },
  heap: { name: 'heap', unit: 'MiB', of: ({ heap }) => heap },
  served: { name: 'served until ready', unit: 'KiB', of: (visit) => servedOf(visit) / 1024 },
  requests: { name: 'requests until ready', unit: '', of: ({ requests }) => requests },
  shift: { name: 'layout shift', unit: '', of: ({ shift }) => shift },
};

/** The measurements of each kind of visit and their aims; 0: only to compare. */
const AIMS = {
  landing: { fcp: 0.9, lcp: 1, served: 0, shift: 0 },
  login: { fcp: 0.9, lcp: 1.2, ready: 0, served: 0, shift: 0 },
  'login again': { fcp: 0, ready: 0 },
  dashboard: {
    fcp: 1.2,
    lcp: 0,
    ready: 2.5,
    blocking: 250,
    blockingInAll: 0,
    heap: 8,
    served: 0,
    requests: 0,
    shift: 0,
  },
  'dashboard again': { ready: 0.9, blocking: 250, blockingInAll: 0 },
  'dashboard, server gone': { ready: 0.9 },
  reference: { fcp: 0, ready: 0, blocking: 0, served: 0 },
  'reference again': { ready: 0 },
} as const satisfies Record<string, Partial<Record<Measure, number>>>;

/** The console beside the reference, each first of its name over the second. */
const RATIOS = {
  dashboard: 'reference',
  'dashboard again': 'reference again',
  'dashboard, server gone': 'reference again',
} as const satisfies Partial<Record<Kind, Kind>>;

export function measurementsOf(measured: readonly Measured[]): Measurement[] {
  return [...absoluteOf(measured), ...ratiosOf(measured)];
}

function ratiosOf(measured: readonly Measured[]): Measurement[] {
  const readyOf = (kind: string) =>
    measured.filter((one) => one.kind === kind).map(({ visit }) => visit.ready);
  return Object.entries(RATIOS).flatMap(([kind, reference]) => {
    const other = median(readyOf(reference));
    const runs = readyOf(kind).map((ready) => ready / other);
    if (runs.length === 0 || Number.isNaN(other)) return [];
    const name = `Slow line, ${kind}: ready, of the ${reference}`;
    return { name, unit: '', aim: 'below 1', value: median(runs), runs };
  });
}

function absoluteOf(measured: readonly Measured[]): Measurement[] {
  return Object.entries(AIMS).flatMap(([kind, aims]) => {
    const visits = measured.filter((one) => one.kind === kind).map(({ visit }) => visit);
    if (visits.length === 0) return [];
    return Object.entries(aims).map(([key, aim]) => {
      const { name, unit, of } = MEASURES[key as Measure];
      const runs = visits.map(of);
      return {
        name: `Slow line, ${kind}: ${name}`,
        unit,
        aim: aim === 0 ? 'to compare with' : `at most ${aim}`,
        value: median(runs),
        runs,
        ...(key === 'served' && { note: kindsOf(visits) }),
      };
    });
  });
}

function servedOf({ bytes }: Visit): number {
  return Object.values(bytes).reduce((sum, part) => sum + part, 0);
}

/** Kibibytes by kind, of the first visit. */
function kindsOf([visit]: readonly Visit[]): string {
  return Object.entries(visit?.bytes ?? {})
    .sort(([, a], [, b]) => b - a)
    .map(([kind, bytes]) => `${kind} ${(bytes / 1024).toFixed(1)}`)
    .join(', ');
}
