import { keyOf } from '../../contract/paths.ts';
import type { ChannelKind, Delivery } from '../../contract/shapes/alert.ts';
import { changeIncident } from '../incidents/incident-records.ts';
import { deleteDecision } from '../store/alert-decisions.ts';
import {
  type DeliveryChanges,
  listDeliveries,
  newestOf,
  postponeDeliveries,
  postponeLane,
  type StoredDelivery,
  statesOfStep,
  updateDeliveries,
} from '../store/alert-deliveries.ts';
import type { Tx } from '../store/database.ts';
import { findIncident } from '../store/incidents.ts';
import type { Emit, Journal } from '../store/journal.ts';
import { RETRY_MS } from './delivery-engine.ts';
import type { Outcome, OutgoingAlert } from './outgoing.ts';

type Waiting = StoredDelivery<OutgoingAlert>;

/** A channel, for people and metrics. */
export interface ChannelDescription {
  readonly kind: ChannelKind;
  readonly name: string;
}

interface DeliveryRecordsDeps {
  readonly journal: Journal;
  readonly now: () => number;
  readonly describe: (db: Tx, channel: string) => Promise<ChannelDescription>;
  readonly onEnd: (kind: ChannelKind, state: 'sent' | 'failed', count: number) => void;
}

const FIRST_STEPS: ReadonlySet<string> = new Set(['late', 'down', 'acknowledged']);
/** A service that asks for more time gets no more than this. */
const WAIT_MAX_MS = 60 * 60_000;
/** More changes than this are sent as a new list. */
const PATCHES_MAX = 50;
/** Alerts about platforms in maintenance are looked at again after this time. */
const POSTPONE_MS = 60_000;

/** Stores what became of deliveries, and tells consoles and the history of the incident. */
export function createDeliveryRecords({ journal, now, describe, onEnd }: DeliveryRecordsDeps) {
  async function addEvent(
    tx: Tx,
    emit: Emit,
    delivery: Waiting,
    { state, error }: { state: 'sent' | 'failed'; error: string | null },
  ): Promise<void> {
    if (!(await isNews(tx, delivery, state))) return;
    const found = await findIncident(tx, delivery.incident ?? 0);
    if (found === undefined) return;
    const { events: _, ...incident } = found;
    const { name } = await describe(tx, delivery.channel);
    const text =
      state === 'sent'
        ? `Sent to ${name}: ${delivery.title}.`
        : `Could not be sent to ${name}: ${error}`;
    await changeIncident(tx, emit, incident, { events: [{ at: now(), kind: 'alert', text }] });
  }

  async function end(
    deliveries: readonly Waiting[],
    state: 'sent' | 'failed' | 'dropped',
    error: string | null,
  ): Promise<void> {
    const [first] = deliveries;
    if (first === undefined) return;
    const changes = { state, error, attempts: first.attempts + 1, triedAt: now() };
    const kind = await journal.commit(async (tx, emit) => {
      await change(tx, emit, deliveries, changes);
      if (state === 'dropped') return;
      for (const delivery of deliveries) await addEvent(tx, emit, delivery, { state, error });
      return (await describe(tx, first.channel)).kind;
    });
    if (kind !== undefined && state !== 'dropped') onEnd(kind, state, deliveries.length);
  }

  async function retry(
    deliveries: readonly Waiting[],
    { error, waitMs = 0 }: Extract<Outcome, { state: 'later' }>,
  ): Promise<void> {
    const [first] = deliveries;
    const pauseMs = RETRY_MS[first?.attempts ?? 0];
    if (first === undefined || pauseMs === undefined) return end(deliveries, 'failed', error);
    const at = now();
    const changes = { attempts: first.attempts + 1, triedAt: at, error };
    await journal.commit(async (tx, emit) => {
      await change(tx, emit, deliveries, changes);
      await postponeLane(tx, first, at + Math.min(Math.max(pauseMs, waitMs), WAIT_MAX_MS));
    });
  }

  return {
    async outcome(deliveries: readonly Waiting[], outcome: Outcome): Promise<void> {
      if (outcome.state === 'later') return retry(deliveries, outcome);
      if (outcome.state === 'gone') return end(deliveries, 'dropped', null);
      await end(deliveries, outcome.state, outcome.error ?? null);
    },
    /** What reached nobody is decided again when it is true again; a repetition has its next time. */
    drop: (deliveries: readonly Waiting[]): Promise<void> =>
      journal.commit(async (tx, emit) => {
        await change(tx, emit, deliveries, { state: 'dropped' });
        for (const { incident, channel, message } of deliveries) {
          const { decision: step } = message;
          if (incident === null || step === null || !FIRST_STEPS.has(step)) continue;
          const states = await statesOfStep(tx, { incident, channel, step });
          if (states.every((state) => state === 'dropped'))
            await deleteDecision(tx, { incident, channel, step });
        }
      }),
    postpone: (deliveries: readonly Waiting[]): Promise<void> =>
      journal.commit((tx) =>
        postponeDeliveries(
          tx,
          deliveries.map(({ id }) => id),
          now() + POSTPONE_MS,
        ),
      ),
  };
}

/** The list of channels shows the newest delivery and the newest error of each. */
async function emitChannel(
  tx: Tx,
  emit: Emit,
  deliveries: readonly Waiting[],
  { error }: DeliveryChanges,
): Promise<void> {
  const [first] = deliveries;
  if (first === undefined) return;
  const lastDelivery: Delivery | undefined = await newestOf(tx, first.channel);
  const lastError = error ? { at: lastDelivery?.triedAt ?? first.at, text: error } : undefined;
  emit(keyOf('alertChannels'), 'patch', {
    id: first.channel,
    lastDelivery,
    ...(lastError && { lastError }),
  });
}

async function change(
  tx: Tx,
  emit: Emit,
  deliveries: readonly Waiting[],
  changes: DeliveryChanges,
): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  await updateDeliveries(tx, ids, changes);
  if (ids.length > PATCHES_MAX) emit(keyOf('alertDeliveries'), 'replace', await listDeliveries(tx));
  else for (const id of ids) emit(keyOf('alertDeliveries'), 'patch', { id, ...changes });
  await emitChannel(tx, emit, deliveries, changes);
}

/** Once for each step: not for each device. */
async function isNews(tx: Tx, delivery: Waiting, state: 'sent' | 'failed'): Promise<boolean> {
  const { incident, channel, message } = delivery;
  if (incident === null || message.decision === null) return false;
  const states = await statesOfStep(tx, { incident, channel, step: message.decision });
  if (state === 'failed') return states.every((one) => one === 'failed');
  return states.filter((one) => one === 'sent').length === 1;
}
