import * as z from 'zod/mini';
import type { IncidentDetails } from '../../../contract/shapes/incident.ts';
import type { KeyValue } from '../../shared/key-value.ts';
import type { PendingAcknowledgement } from '../../shared/model.ts';
import { ApiError, type Failure, type Outcome } from '../../shared/outcome.ts';
import { type Clock, withLimit } from '../clock.ts';
import type { HttpClient } from '../http/http-client.ts';

interface AcknowledgementsDeps {
  readonly account: string;
  readonly clock: Clock;
  readonly http: HttpClient;
  /** Shared with the uploads: it is erased with them. */
  readonly place: KeyValue;
  readonly onChange: () => void;
  /** One has arrived. */
  readonly onSent: () => void;
  readonly onSignedOut: (failure: Failure) => void;
}

const RETRY_MS = 30_000;
const LONG_MS = 60 * 60_000;
const DISK_LIMIT_MS = 5000;
const NEVER = new AbortController().signal;

const PendingSchema = z.object({
  incident: z.string(),
  title: z.string(),
  note: z.string(),
  at: z.number(),
  dropped: z.optional(z.string()),
});

const keyOf = (incident: string) => `acknowledgement ${incident}`;

/**
 * One account's acknowledgements that were pressed while the server could not be reached, in the tab that leads. One
 * that has become wrong meanwhile is not sent: it stays in the list with the reason until somebody has read it.
 *
 * @param signal ends the sending
 */
export async function openAcknowledgements(deps: AcknowledgementsDeps, signal: AbortSignal) {
  const { account, http } = deps;
  const store = createPendingStore(deps);
  let nap = new AbortController();

  async function sendAll(): Promise<void> {
    while (!signal.aborted) {
      nap = new AbortController();
      for (const pending of store.waiting()) await sendOne(pending);
      await deps.clock.sleep(store.waiting().length > 0 ? RETRY_MS : LONG_MS, nap.signal);
    }
  }

  async function sendOne(pending: PendingAcknowledgement): Promise<void> {
    const { incident, note } = pending;
    const params = { id: incident };
    const { outcome: found } = await http.request('incident', { params }, signal);
    if (!isCurrent(pending)) return;
    if (!found.ok) return failed(pending, found);
    const dropped = overtaken(pending, found.data as IncidentDetails, account);
    if (dropped !== undefined) return store.put({ ...pending, dropped });
    const { outcome } = await http.request(
      'acknowledgeIncident',
      { params, payload: { note } },
      signal,
    );
    if (outcome.ok) deps.onSent();
    if (isCurrent(pending)) ended(pending, outcome);
  }

  /** @returns false for one that was taken back or replaced */
  function isCurrent(pending: PendingAcknowledgement): boolean {
    return !signal.aborted && store.items().includes(pending);
  }

  function ended(pending: PendingAcknowledgement, outcome: Outcome): void {
    if (outcome.ok) store.remove(pending.incident);
    else failed(pending, outcome);
  }

  function failed(pending: PendingAcknowledgement, failure: Failure): void {
    if (failure.status === SIGNED_OUT) deps.onSignedOut(failure);
    const dropped = refusal(failure);
    if (dropped !== undefined) store.put({ ...pending, dropped });
  }

  const wake = () => nap.abort();
  signal.addEventListener('abort', wake);
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
function createPendingStore({ clock, place, onChange }: AcknowledgementsDeps) {
  let items: readonly PendingAcknowledgement[] = [];
  let writing: Promise<unknown> = Promise.resolve();

  function set(next: readonly PendingAcknowledgement[]): void {
    items = next;
    onChange();
  }

  function write(work: () => Promise<unknown>): void {
    writing = writing.then(() => withLimit(clock, DISK_LIMIT_MS, NEVER, work));
  }

  const without = (id: string) => items.filter(({ incident }) => incident !== id);

  return {
    items: () => items,
    waiting: () => items.filter(({ dropped }) => dropped === undefined),
    put(pending: PendingAcknowledgement): void {
      set([...without(pending.incident), pending]);
      write(() => place.setMany([[keyOf(pending.incident), pending]]));
    },
    /** Shows it once it is written: a reload must not lose what is shown as kept. */
    async keep(pending: PendingAcknowledgement): Promise<void> {
      write(() => place.setMany([[keyOf(pending.incident), pending]]));
      await writing;
      set([...without(pending.incident), pending]);
    },
    remove(incident: string): void {
      set(without(incident));
      write(() => place.remove([keyOf(incident)]));
    },
    async load(): Promise<void> {
      const found = await withLimit(clock, DISK_LIMIT_MS, NEVER, () => place.entries());
      items = (found.end === 'done' ? found.value : []).flatMap(([key, value]) => {
        const { data } = PendingSchema.safeParse(value);
        return data && key === keyOf(data.incident) ? [data as PendingAcknowledgement] : [];
      });
    },
    async written(): Promise<void> {
      await writing;
    },
  };
}

const OVER = 'The incident was over before this could be sent.';
const [SIGNED_OUT, NOT_FOUND, CONFLICT, TOO_MANY] = [401, 404, 409, 429];

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
  const { status } = failure;
  if (status === NOT_FOUND || status === CONFLICT) return OVER;
  const isFinal = status >= 400 && status < 500 && ![SIGNED_OUT, TOO_MANY].includes(status);
  return isFinal ? new ApiError(failure).userMessage : undefined;
}
