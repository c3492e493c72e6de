import { isWithinLast } from '../base/clock.ts';
import type { NodeBase, OfferedIncident } from '../feature.ts';
import { findIncident, listOpenIncidents } from '../incidents/rows.ts';
import { causeNames } from '../platforms/causes.ts';
import { listDefinitions } from '../platforms/rows/definitions.ts';
import { LATER_STEP, subjectsOf } from './due.ts';
import { isEnd, type OutgoingAlert } from './outgoing.ts';
import { type AlertableIncident, findAlertable } from './rows/decisions.ts';
import { alarmStates, isBehind, type Lane, type WaitingDelivery } from './rows/deliveries.ts';

/** What to do with a waiting delivery. drop: it is no longer true. wait: it may be true again. */
export type Verdict = 'send' | 'drop' | 'wait';

interface CheckDeliveryDeps extends Pick<NodeBase, 'db' | 'now'> {
  /** Whether a platform is in a maintenance window. */
  readonly isPlanned: (platform: string, at: number) => boolean;
}

/** What is not about an open incident is no news after this time. */
const NEWS_MS = 24 * 60 * 60 * 1000;

/** @returns looks, just before a delivery is sent, whether it is still true */
export function createDeliveryCheck({ db, now, isPlanned }: CheckDeliveryDeps) {
  async function checkEnd(incident: number, delivery: WaitingDelivery): Promise<Verdict> {
    if (now() - delivery.at > NEWS_MS) return 'drop';
    const states = await alarmStates(db, incident, delivery);
    // A device that asked for ends alone was sent nothing else.
    if (states.length > 0 && !states.includes('sent')) return 'drop';
    return (await isDownAgain(delivery.message)) ? 'wait' : 'send';
  }

  /** An end that could not be sent for a while must not hide a new incident. */
  async function isDownAgain({ incident, step }: OutgoingAlert): Promise<boolean> {
    if (incident === null || incident.drill || step === 'renewed') return false;
    return (await listOpenIncidents(db)).some(
      ({ platform, drillUntil }) => platform === incident.platform.id && drillUntil === null,
    );
  }

  /** Whether nobody is alerted of its platform for now. */
  async function isSilent(incident: AlertableIncident): Promise<boolean> {
    if (incident.planned || subjectsOf(incident).some((id) => isPlanned(id, now()))) return true;
    return (await causeNames(db, await listDefinitions(db))).has(incident.platform);
  }

  async function checkAlarm(
    incident: AlertableIncident,
    step: OutgoingAlert['step'],
  ): Promise<Verdict> {
    const { acknowledgedBy: owner, openedBy } = incident;
    // Whoever opens an incident is on it before the others know of it.
    const isTaken = owner !== null && (step !== 'opened' || owner !== openedBy);
    if (incident.endedAt !== null || isTaken) return 'drop';
    if (step === 'late' && incident.status !== 'warning') return 'drop';
    return (await isSilent(incident)) ? 'wait' : 'send';
  }

  async function checkAcknowledgement(incident: AlertableIncident, lane: Lane): Promise<Verdict> {
    const states = await alarmStates(db, incident.id, lane);
    return incident.endedAt === null && states.includes('sent') ? 'send' : 'drop';
  }

  async function checkIncident(delivery: WaitingDelivery, id: number): Promise<Verdict> {
    const { step, decision } = delivery.message;
    if (isEnd(step)) return checkEnd(id, delivery);
    const incident = await findAlertable(db, id);
    if (incident === undefined) return 'drop';
    if (step === 'acknowledged') return checkAcknowledgement(incident, delivery);
    // A repetition of what was not sent yet says nothing more.
    const isRepeated = step === 'repeat' && !decision?.startsWith(LATER_STEP);
    if (isRepeated && (await isBehind(db, delivery))) return 'drop';
    return checkAlarm(incident, step);
  }

  async function checkOffer({ id, until }: OfferedIncident): Promise<Verdict> {
    const stands = until > now() && (await findIncident(db, id))?.offer?.until === until;
    return stands ? 'send' : 'drop';
  }

  return async (delivery: WaitingDelivery): Promise<Verdict> => {
    const { incident, at, message } = delivery;
    if (incident !== null) return checkIncident(delivery, incident);
    if (message.offer) return checkOffer(message.offer);
    const newsMs = message.newsUntil === undefined ? NEWS_MS : message.newsUntil - at;
    return isWithinLast(newsMs, at, now()) ? 'send' : 'drop';
  };
}
