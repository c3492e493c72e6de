import type { ChannelKind } from '../../contract/channels.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { TermBase } from '../feature.ts';
import { noteInIncident } from '../incidents/incident-records.ts';
import type { Outcome } from '../push/send-push.ts';
import { noteArrival } from './chain-ways.ts';
import { LATER_STEP } from './due.ts';
import type { AlertChannel } from './rows/channels.ts';
import { deleteDecision } from './rows/decisions.ts';
import {
  type DeliveryChanges,
  listDeliveries,
  newestOf,
  postponeDeliveries,
  postponeLane,
  statesOfStep,
  updateDeliveries,
  WAIT_MAX_MS,
  type WaitingDelivery,
} from './rows/deliveries.ts';

interface DeliveryRecordsDeps extends Pick<TermBase, 'journal' | 'now'> {
  readonly onEnd: (kind: ChannelKind, state: 'sent' | 'failed', count: number) => void;
}

/** For people and metrics. */
type ChannelName = Pick<AlertChannel, 'kind' | 'name'>;

/** Pauses between attempts; then a delivery is given up. */
export const RETRY_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000];
const GONE = 'its push service no longer knows this device.';
const DROPPED = 'A step was not sent after all: it was no longer true.';
const FIRST_STEPS: ReadonlySet<string> = new Set(['late', 'down', 'acknowledged']);
/** More changes than this are sent as a new list. */
const PATCHES_MAX = 50;
/** Alerts about platforms in maintenance are looked at again after this time. */
const POSTPONE_MS = 60_000;

/** Stores what became of deliveries, and tells consoles and the history of the incident. */
export function createDeliveryRecords({ journal, now, onEnd }: DeliveryRecordsDeps) {
  const addEvent = (tx: Tx, emit: Emit, { incident }: WaitingDelivery, text: string) =>
    noteInIncident(tx, emit, incident ?? 0, { at: now(), kind: 'alert', text });

  async function end(
    { kind, name }: ChannelName,
    deliveries: Some<WaitingDelivery>,
    { state, error = null }: Ended,
  ): Promise<void> {
    const changes = { state, error, attempts: deliveries[0].attempts + 1, triedAt: now() };
    await journal.commit(async (tx, emit) => {
      await change(tx, emit, deliveries, changes);
      if (state === 'sent') await noteTaken(tx, emit, deliveries);
      for (const delivery of deliveries) {
        if (state === 'dropped' || !(await isNews(tx, delivery, state))) continue;
        await addEvent(tx, emit, delivery, outcomeText(name, delivery, { state, error }));
      }
    });
    if (state !== 'dropped') onEnd(kind, state, deliveries.length);
  }

  async function noteTaken(tx: Tx, emit: Emit, deliveries: readonly WaitingDelivery[]) {
    for (const { taken } of deliveries.map(({ message }) => message))
      if (taken) await noteArrival(tx, emit, taken, now());
  }

  async function retry(deliveries: Some<WaitingDelivery>, pauseMs: number, error: string) {
    const [first] = deliveries;
    const at = now();
    const changes = { attempts: first.attempts + 1, triedAt: at, error };
    await journal.commit(async (tx, emit) => {
      await change(tx, emit, deliveries, changes);
      // A service that asks for more time gets no more.
      await postponeLane(tx, first, { now: at, until: at + Math.min(pauseMs, WAIT_MAX_MS) });
    });
  }

  async function dropStep(tx: Tx, emit: Emit, delivery: WaitingDelivery): Promise<void> {
    const { incident, channel, message } = delivery;
    const { decision: step } = message;
    if (incident === null || step === null) return;
    const states = await statesOfStep(tx, { incident, channel, step });
    if (states.some((state) => state !== 'dropped')) return;
    if (FIRST_STEPS.has(step)) await deleteDecision(tx, { incident, channel, step });
    else if (step.startsWith(LATER_STEP)) await addEvent(tx, emit, delivery, DROPPED);
  }

  return {
    async outcome(channel: ChannelName, deliveries: Some<WaitingDelivery>, outcome: Outcome) {
      if (outcome.state === 'gone') return end(channel, deliveries, goneOf(deliveries[0]));
      if (outcome.state !== 'later') return end(channel, deliveries, outcome);
      const { error, waitMs = 0 } = outcome;
      const pauseMs = RETRY_MS[deliveries[0].attempts];
      if (pauseMs === undefined) return end(channel, deliveries, { state: 'failed', error });
      return retry(deliveries, Math.max(pauseMs, waitMs), error);
    },
    /** What reached nobody is decided again when it is true again; a repetition has its next time. */
    drop: (deliveries: readonly WaitingDelivery[]): Promise<void> =>
      journal.commit(async (tx, emit) => {
        await change(tx, emit, deliveries, { state: 'dropped' });
        for (const delivery of deliveries) await dropStep(tx, emit, delivery);
      }),
    postpone: (deliveries: readonly WaitingDelivery[]): Promise<void> =>
      journal.commit((tx) => postponeDeliveries(tx, idsOf(deliveries), now() + POSTPONE_MS)),
  };
}

type Some<T> = readonly [T, ...T[]];

interface Ended {
  readonly state: 'sent' | 'failed' | 'dropped';
  readonly error?: string | null | undefined;
}

function outcomeText(name: string, { title, message }: WaitingDelivery, { state, error }: Ended) {
  const to = message.person === undefined ? name : `${message.person}, who is on duty`;
  return state === 'sent' ? `Sent to ${to}: ${title}.` : `Could not be sent to ${to}: ${error}`;
}

/** That a person on duty was not reached is said; of all devices, others are there. */
const goneOf = ({ message }: WaitingDelivery): Ended =>
  message.person === undefined ? { state: 'dropped' } : { state: 'failed', error: GONE };

const idsOf = (deliveries: readonly WaitingDelivery[]) => deliveries.map(({ id }) => id);

async function change(
  tx: Tx,
  emit: Emit,
  deliveries: readonly WaitingDelivery[],
  changes: DeliveryChanges,
): Promise<void> {
  const ids = idsOf(deliveries);
  await updateDeliveries(tx, ids, changes);
  if (ids.length > PATCHES_MAX) emit(keyOf('alertDeliveries'), 'replace', await listDeliveries(tx));
  else for (const id of ids) emit(keyOf('alertDeliveries'), 'patch', { id, ...changes });
  const [first] = deliveries;
  if (first === undefined) return;
  // The list of channels shows the newest delivery and the newest error of each.
  const { channel: id, at } = first;
  const lastDelivery = await newestOf(tx, id);
  const { error } = changes;
  const lastError = error ? { at: lastDelivery?.triedAt ?? at, text: error } : undefined;
  emit(keyOf('alertChannels'), 'patch', { id, lastDelivery, ...(lastError && { lastError }) });
}

/** Once for each step: not for each device. */
async function isNews(
  tx: Tx,
  delivery: WaitingDelivery,
  state: 'sent' | 'failed',
): Promise<boolean> {
  const { incident, channel, message } = delivery;
  if (incident === null || message.decision === null) return false;
  const states = await statesOfStep(tx, { incident, channel, step: message.decision });
  if (state === 'failed') return states.every((one) => one === 'failed');
  return states.filter((one) => one === 'sent').length === 1;
}
