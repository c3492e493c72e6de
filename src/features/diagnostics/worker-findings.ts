import type { TabRole, WorkerCounters } from '../../shared/model.ts';

export interface Finding {
  readonly layer: string;
  /** unmeasured: nothing is known, so nothing is claimed. */
  readonly result: 'good' | 'warn' | 'bad' | 'unmeasured';
  readonly text: string;
}

/** What the data worker and its tab report of themselves. */
export interface WorkerInfo {
  readonly role: TabRole;
  /** undefined: it has not answered yet. */
  readonly counters: WorkerCounters | undefined;
  /** Bytes that this page's scripts hold; undefined where the browser does not say. */
  readonly heap: { readonly used: number; readonly limit: number } | undefined;
}

const MEBIBYTE = 1024 * 1024;
const UNANSWERED = 'The data worker has not answered yet.';

/** @param isLive whether the live stream runs now: without it nothing can be said of it */
export function workerFindings(
  { role, counters, heap }: WorkerInfo,
  isLive: boolean,
): readonly Finding[] {
  return [
    {
      layer: 'This tab',
      result: 'good',
      text:
        role === 'leading'
          ? 'Main tab: shares its connection with other tabs.'
          : 'Uses the connection of another tab.',
    },
    { layer: 'Live stream', ...streamFinding(counters, isLive) },
    { layer: 'Timers', ...timersFinding(counters) },
    { layer: 'Memory', result: 'good', text: memoryText(counters, heap) },
    ...rowsFindings(counters),
  ];
}

type Counters = WorkerInfo['counters'];

function streamFinding(counters: Counters, isLive: boolean): Omit<Finding, 'layer'> {
  if (!counters) return { result: 'unmeasured', text: UNANSWERED };
  const { gaps, replayed, notReplayed } = counters;
  if (!isLive && gaps === 0) return { result: 'unmeasured', text: 'Not connected.' };
  if (gaps === 0) return { result: 'good', text: 'No message was missed.' };
  const text = `${count(gaps, 'gap')}: ${count(replayed, 'message')} replayed`;
  if (notReplayed === 0) return { result: 'good', text: `${text}, none lost.` };
  return { result: 'warn', text: `${text}; everything was read again ${notReplayed} times.` };
}

function timersFinding(counters: Counters): Omit<Finding, 'layer'> {
  if (!counters) return { result: 'unmeasured', text: UNANSWERED };
  const { lateTimers, latestMs } = counters;
  if (lateTimers === 0) return { result: 'good', text: 'No delays.' };
  const latest = (latestMs / 1000).toFixed(1);
  return {
    result: 'good',
    text: `${lateTimers} late, the latest by ${latest} s: this device was asleep or busy.`,
  };
}

/** Only a server that is not ours sends rows without use. */
function rowsFindings(counters: Counters): readonly Finding[] {
  if (!counters?.rowsLeftOut) return [];
  const text = `${count(counters.rowsLeftOut, 'row')} of the server had no usable content.`;
  return [{ layer: 'Lists', result: 'warn', text }];
}

function memoryText(counters: Counters, heap: WorkerInfo['heap']): string {
  const worker = counters
    ? `The worker holds ${count(counters.reads, 'answer')} with ${count(counters.rows, 'row')}`
    : UNANSWERED.replace(/\.$/, '');
  if (!heap) return `${worker}; this browser does not say what the page uses.`;
  const used = (heap.used / MEBIBYTE).toFixed(1);
  const limit = Math.round(heap.limit / MEBIBYTE).toLocaleString();
  return `${worker}; the page uses ${used} of ${limit} MB.`;
}

function count(number: number, of: string): string {
  return `${number.toLocaleString()} ${of}${number === 1 ? '' : 's'}`;
}
