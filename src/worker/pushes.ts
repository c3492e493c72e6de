import { keyText } from '../../contract/paths.ts';
import type { EntryDelta, Push } from '../shared/delta.ts';
import { diffData } from '../shared/delta.ts';
import type { Entry, WorkerStatus } from '../shared/model.ts';
import type { Clock } from './clock.ts';
import { createFrameScheduler } from './frame-scheduler.ts';

/** A message port, or what takes its place. */
export interface PushPort {
  postMessage(push: Push): void;
  close(): void;
}

export type PagePushes = ReturnType<typeof createPagePushes>;

/**
 * Sends the page one push a frame. It keeps what was sent last, so that only what changed since is sent. One
 * port; a page that attaches again is sent everything.
 *
 * @param now what is known as a page attaches or a push goes out. A status says until when all entries are true: while rows are
 *   on their way to one it waits for them
 */
export function createPagePushes(
  clock: Clock,
  now: {
    readonly entries: () => readonly Entry[];
    readonly status: () => WorkerStatus;
    readonly haveRowsToCome: () => boolean;
  },
) {
  const over = new AbortController();
  const sent = new Map<string, unknown>();
  const waiting = new Map<string, Entry>();
  const gone = new Map<string, Entry>();
  let port: PushPort | undefined;
  let parts: { cleared?: boolean; status?: boolean } = {};
  let number = 0;
  const frames = createFrameScheduler(clock, over.signal, () => flush());

  function schedule(): void {
    if (port !== undefined) frames.request();
  }

  function deltaOf(entry: Entry): EntryDelta {
    const key = keyText(entry.key);
    const { data, ...rest } = entry;
    const delta = diffData(sent.get(key), data);
    sent.set(key, data);
    return { ...rest, delta };
  }

  function flush(): number {
    if (port === undefined || over.signal.aborted) return number;
    const hasStatus = parts.status && !now.haveRowsToCome();
    if (waiting.size + gone.size === 0 && !parts.cleared && !hasStatus) return number;
    number += 1;
    frames.done();
    const entries = [...[...gone.values()].map(goneDelta), ...[...waiting.values()].map(deltaOf)];
    const push: Push = {
      number,
      ...(entries.length > 0 && { entries }),
      ...(parts.cleared && { cleared: true }),
      ...(hasStatus && { status: now.status() }),
    };
    waiting.clear();
    gone.clear();
    parts = { status: parts.status === true && !hasStatus };
    port.postMessage(push);
    return number;
  }

  return {
    attach(next: PushPort): void {
      port?.close();
      port = next;
      sent.clear();
      for (const entry of now.entries()) waiting.set(keyText(entry.key), entry);
      parts.status = true;
      schedule();
    },
    entry(entry: Entry): void {
      waiting.set(keyText(entry.key), entry);
      schedule();
    },
    /** The store has dropped this read. */
    gone(entry: Entry): void {
      const key = keyText(entry.key);
      waiting.delete(key);
      sent.delete(key);
      gone.set(key, entry);
      schedule();
    },
    cleared(): void {
      sent.clear();
      waiting.clear();
      gone.clear();
      parts.cleared = true;
      schedule();
    },
    /** Connection, clock or storage may have changed. */
    status(): void {
      parts.status = true;
      schedule();
    },
    /** Sends what waits. @returns the number of the last push */
    flush,
    stop(): void {
      over.abort();
      port?.close();
      port = undefined;
    },
  };
}

function goneDelta({ data: _, ...rest }: Entry): EntryDelta {
  return { ...rest, delta: { kind: 'gone' } };
}
