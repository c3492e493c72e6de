import { type AlertableIncident, findAlertable } from '../store/alert-decisions.ts';
import type { Lane, StoredDelivery } from '../store/alert-deliveries.ts';
import { alarmStates, isBehind } from '../store/alert-deliveries.ts';
import type { Database } from '../store/database.ts';
import { listIncidents } from '../store/incidents.ts';
import type { OutgoingAlert } from './outgoing.ts';

/** What to do with a waiting delivery. drop: it is no longer true. wait: it may be true again. */
export type Verdict = 'send' | 'drop' | 'wait';

interface JudgeDeps {
  readonly db: Database;
  readonly now: () => number;
  /** Whether a platform is in a maintenance window. */
  readonly isPlanned: (platform: string, at: number) => boolean;
  /** Whether there is such a channel, and it is switched on. */
  readonly isEnabled: (channel: string) => Promise<boolean>;
}

type Waiting = StoredDelivery<OutgoingAlert>;

/** What is not about an open incident is no news after this time. */
const NEWS_MS = 24 * 60 * 60 * 1000;

/** @returns looks, just before a delivery is sent, whether it is still true */
export function createJudge({ db, now, isPlanned, isEnabled }: JudgeDeps) {
  async function judgeEnd(incident: number, delivery: Waiting): Promise<Verdict> {
    if (now() - delivery.at > NEWS_MS) return 'drop';
    const states = await alarmStates(db, incident, delivery);
    // A device that asked for ends alone was sent nothing else.
    if (states.length > 0 && !states.includes('sent')) return 'drop';
    return (await isDownAgain(delivery.message)) ? 'wait' : 'send';
  }

  /** An end that could not be sent for a while must not hide a new incident. */
  async function isDownAgain({ incident }: OutgoingAlert): Promise<boolean> {
    if (incident === null || incident.drill) return false;
    const { id: platform } = incident.platform;
    const [open] = await listIncidents(db, { platform, state: 'open', limit: 1 });
    return open !== undefined && open.drillUntil === null;
  }

  function judgeAlarm(incident: AlertableIncident, step: OutgoingAlert['step']): Verdict {
    if (incident.endedAt !== null || incident.acknowledgedBy !== null) return 'drop';
    if (step === 'late' && incident.status !== 'warning') return 'drop';
    return incident.planned || isPlanned(incident.platform, now()) ? 'wait' : 'send';
  }

  async function judgeAcknowledgement(incident: AlertableIncident, lane: Lane): Promise<Verdict> {
    const states = await alarmStates(db, incident.id, lane);
    return incident.endedAt === null && states.includes('sent') ? 'send' : 'drop';
  }

  async function judgeIncident(delivery: Waiting, id: number): Promise<Verdict> {
    const { step } = delivery.message;
    if (step === 'recovered') return judgeEnd(id, delivery);
    const incident = await findAlertable(db, id);
    if (incident === undefined) return 'drop';
    if (step === 'acknowledged') return judgeAcknowledgement(incident, delivery);
    // A repetition of what was not sent yet says nothing more.
    if (step === 'repeat' && (await isBehind(db, delivery))) return 'drop';
    return judgeAlarm(incident, step);
  }

  return async (delivery: Waiting): Promise<Verdict> => {
    const { incident, channel, at } = delivery;
    if (!(await isEnabled(channel))) return 'drop';
    if (incident !== null) return judgeIncident(delivery, incident);
    return now() - at > NEWS_MS ? 'drop' : 'send';
  };
}
