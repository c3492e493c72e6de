import type { Finding } from './diagnosis.ts';

/** What the data worker and its tab tell of themselves; counted since the worker was started. */
export interface WorkerFacts {
  readonly role: 'leading' | 'following';
  /** undefined: it has not answered yet. */
  readonly figures:
    | {
        readonly gaps: number;
        readonly replayed: number;
        readonly notReplayed: number;
        readonly lateTimers: number;
        readonly latestMs: number;
        readonly reads: number;
        readonly rows: number;
      }
    | undefined;
  /** Bytes that this page's scripts hold; undefined where the browser does not tell. */
  readonly heap: { readonly used: number; readonly limit: number } | undefined;
}

const MEBIBYTE = 1024 * 1024;

export function workerFindings({ role, figures, heap }: WorkerFacts): readonly Finding[] {
  return [
    {
      layer: 'This tab',
      result: 'good',
      text:
        role === 'leading'
          ? 'Speaks to the server, for other tabs of this browser too.'
          : 'Live through another tab of this browser.',
    },
    { layer: 'Live stream', ...streamFinding(figures) },
    { layer: 'Timers', result: 'good', text: timersText(figures) },
    { layer: 'Memory', result: 'good', text: memoryText(figures, heap) },
  ];
}

type Figures = WorkerFacts['figures'];

const UNANSWERED = 'The data worker has not answered yet.';

function streamFinding(figures: Figures): Omit<Finding, 'layer'> {
  if (!figures) return { result: 'warn', text: UNANSWERED };
  const { gaps, replayed, notReplayed } = figures;
  if (gaps === 0) return { result: 'good', text: 'No message was missed.' };
  const text = `${count(gaps, 'gap')}: ${count(replayed, 'message')} sent again`;
  if (notReplayed === 0) return { result: 'good', text: `${text}, none lost.` };
  return { result: 'warn', text: `${text}; ${notReplayed} times everything was read anew.` };
}

function timersText(figures: Figures): string {
  if (!figures) return UNANSWERED;
  const { lateTimers, latestMs } = figures;
  if (lateTimers === 0) return 'None came late.';
  const latest = (latestMs / 1000).toFixed(1);
  return `${lateTimers} came late, one by ${latest} s: this device was asleep or busy then.`;
}

function memoryText(figures: Figures, heap: WorkerFacts['heap']): string {
  const worker = figures
    ? `The worker holds ${count(figures.reads, 'answer')} with ${count(figures.rows, 'row')}`
    : 'The worker has not told';
  if (!heap) return `${worker}; this browser does not tell what the page takes.`;
  const used = (heap.used / MEBIBYTE).toFixed(1);
  const limit = Math.round(heap.limit / MEBIBYTE).toLocaleString();
  return `${worker}; the page takes ${used} of ${limit} MB.`;
}

function count(number: number, of: string): string {
  return `${number.toLocaleString()} ${of}${number === 1 ? '' : 's'}`;
}
