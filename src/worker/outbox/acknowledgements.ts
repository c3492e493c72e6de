import * as z from 'zod/mini';
import type { IncidentDetails } from '../../../contract/shapes/incident.ts';
import type { KeyValue } from '../../shared/key-value.ts';
import type { PendingAcknowledgement } from '../../shared/model.ts';
import { ApiError, type Failure, isSignedOut, type Outcome } from '../../shared/outcome.ts';
import { type Clock, withLimit } from '../clock.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { createExclusive } from './exclusive.ts';

interface AcknowledgementsDeps {
  readonly account: string;
  readonly clock: Clock;
  readonly http: HttpClient;
  /** Shared with the uploads: it is erased with them. */
  readonly place: KeyValue;
  readonly onChange: () => void;
  /** This tab has written to the device, which other tabs read. */
  readonly onWritten: () => void;
  /** One tab sends at a time. */
  readonly exclusively: ReturnType<typeof createExclusive>['run'];
  /** One has arrived. */
  readonly onSent: () => void;
  readonly onSignedOut: (failure: Failure) => void;
}

const RETRY_MS = 30_000;
const LONG_MS = 60 * 60_000;
const DISK_LIMIT_MS = 5000;

const PendingSchema = z.object({
  incident: z.string(),
  title: z.string(),
  note: z.string(),
  to: z.optional(z.string()),
  at: z.number(),
  dropped: z.optional(z.string()),
});

const keyOf = (incident: string) => `acknowledgement ${incident}`;

/**
 * One account's acknowledgements that were pressed while the server could not be reached. One that has become wrong
 * meanwhile is not sent: it stays in the list with the reason until somebody has read it.
 *
 * @param signal ends the sending
 */
export async function openAcknowledgements(deps: AcknowledgementsDeps, signal: AbortSignal) {
  const { account, http } = deps;
  const store = createPendingStore(deps);
  let nap = new AbortController();
  let sending = new AbortController();

  async function sendAll(): Promise<void> {
    while (!signal.aborted) {
      nap = new AbortController();
      sending = new AbortController();
      if (store.waiting().length > 0) await deps.exclusively(sending, sendWaiting);
      await deps.clock.sleep(store.waiting().length > 0 ? RETRY_MS : LONG_MS, nap.signal);
    }
  }

  async function sendWaiting(): Promise<void> {
    // Another tab may have sent it while this one waited.
    await store.load();
    for (const pending of store.waiting()) await sendOne(pending);
    await store.written();
  }

  async function sendOne(pending: PendingAcknowledgement): Promise<void> {
    const { incident } = pending;
    const params = { id: incident };
    const { outcome: found } = await http.request('incident', { params }, signal);
    if (!isCurrent(pending)) return;
    if (!found.ok) return failed(pending, found);
    const details = found.data as IncidentDetails;
    if (hasArrived(pending, details, account)) return store.remove(incident);
    const dropped = overtaken(pending, details, account);
    if (dropped !== undefined) return store.put({ ...pending, dropped });
    const { outcome } = await send(params, pending);
    if (outcome.ok) deps.onSent();
    if (isCurrent(pending)) ended(pending, outcome);
  }

  const send = (params: { id: string }, { note, to }: PendingAcknowledgement) =>
    to
      ? http.request('handOverIncident', { params, payload: { to } }, signal)
      : http.request('acknowledgeIncident', { params, payload: { note } }, signal);

  /** @returns false for one that was taken back or replaced */
  function isCurrent(pending: PendingAcknowledgement): boolean {
    return !signal.aborted && store.items().includes(pending);
  }

  function ended(pending: PendingAcknowledgement, outcome: Outcome): void {
    if (outcome.ok) store.remove(pending.incident);
    else failed(pending, outcome);
  }

  function failed(pending: PendingAcknowledgement, failure: Failure): void {
    if (isSignedOut(failure)) deps.onSignedOut(failure);
    const dropped = refusal(failure);
    if (dropped !== undefined) store.put({ ...pending, dropped });
  }

  const wake = () => nap.abort();
  signal.addEventListener('abort', () => {
    sending.abort();
    wake();
  });
  await store.load();
  void sendAll();
  return {
    items: store.items,
    /** Replaces what waits for the same incident. */
    add: store.keep,
    /** @param incident its id */
    remove: store.remove,
    /** The server may be reached again. */
    wake,
    /** Another tab has changed what the device holds. */
    async reload(): Promise<void> {
      const before = store.waiting().length;
      await store.load();
      if (before === 0 && store.waiting().length > 0) wake();
    },
    forgetAll(): void {
      for (const { incident } of store.items()) store.remove(incident);
    },
    /** Resolves when nothing is written any more. */
    async close(): Promise<void> {
      await store.written();
      deps.place.close();
    },
  };
}

/** Where the device fails, it goes on in memory. */
function createPendingStore({ clock, place, onChange, onWritten }: AcknowledgementsDeps) {
  let items: readonly PendingAcknowledgement[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  /** Of those that the device could not take. */
  const inMemory = new Set<string>();

  function set(next: readonly PendingAcknowledgement[]): void {
    items = next;
    onChange();
  }

  function write(incident: string, work: () => Promise<unknown>): void {
    writing = writing
      .then(() => withLimit(clock, DISK_LIMIT_MS, new AbortController().signal, work))
      .then(({ end }) => {
        if (end === 'done') inMemory.delete(incident);
        else inMemory.add(incident);
        if (end === 'done') onWritten();
      });
  }

  const without = (id: string) => items.filter(({ incident }) => incident !== id);

  return {
    items: () => items,
    waiting: () => items.filter(({ dropped }) => dropped === undefined),
    put(pending: PendingAcknowledgement): void {
      set([...without(pending.incident), pending]);
      write(pending.incident, () => place.setMany([[keyOf(pending.incident), pending]]));
    },
    /** Shows it once it is written: a reload must not lose what is shown as kept. */
    async keep(pending: PendingAcknowledgement): Promise<void> {
      write(pending.incident, () => place.setMany([[keyOf(pending.incident), pending]]));
      await writing;
      set([...without(pending.incident), pending]);
    },
    remove(incident: string): void {
      set(without(incident));
      write(incident, () => place.remove([keyOf(incident)]));
    },
    /** Takes over what the device holds; where it fails, what is known stays. */
    async load(): Promise<void> {
      await writing;
      const found = await withLimit(clock, DISK_LIMIT_MS, new AbortController().signal, () =>
        place.entries(),
      );
      if (found.end !== 'done') return;
      const unsaved = items.filter(({ incident }) => inMemory.has(incident));
      set([
        ...unsaved,
        ...found.value.flatMap(([key, value]) => {
          const { data } = PendingSchema.safeParse(value);
          if (data === undefined || key !== keyOf(data.incident)) return [];
          if (inMemory.has(data.incident)) return [];
          const known = items.find((one) => JSON.stringify(one) === JSON.stringify(data));
          return [known ?? (data as PendingAcknowledgement)];
        }),
      ]);
    },
    async written(): Promise<void> {
      await writing;
    },
  };
}

const OVER = 'The incident was over before this could be sent.';
const NOT_FOUND_OR_ENDED = [404, 409];
const SIGNED_OUT_OR_TOO_MANY = [401, 429];

/** What follows a name, which may be the beginning of another. */
const TAKEN = [' is on it', ' accepted it from '];
const OFFERED = [' offers it to '];

/** Its answer was lost. What happened since, such as a release, stays. */
const hasArrived = (
  pending: PendingAcknowledgement,
  { events }: IncidentDetails,
  account: string,
) =>
  events.some(
    ({ at, kind, text }) =>
      at >= pending.at &&
      kind === (pending.to ? 'offered' : 'acknowledged') &&
      (pending.to ? OFFERED : TAKEN).some((words) => text.startsWith(account + words)),
  );

/** @returns why it has become wrong meanwhile */
function overtaken(
  { at }: PendingAcknowledgement,
  { endedAt, acknowledgement }: IncidentDetails,
  account: string,
): string | undefined {
  if (endedAt !== null) return OVER;
  if (!acknowledgement || acknowledgement.by === account || acknowledgement.at <= at)
    return undefined;
  return `${acknowledgement.by} is on it by now.`;
}

/** @returns why it is not sent again; undefined while the server may say something else later */
function refusal(failure: Failure): string | undefined {
  const { status, why } = failure;
  if (why !== 'refused') return undefined;
  if (NOT_FOUND_OR_ENDED.includes(status)) return OVER;
  const isFinal = status >= 400 && status < 500 && !SIGNED_OUT_OR_TOO_MANY.includes(status);
  return isFinal ? new ApiError(failure).userMessage : undefined;
}
