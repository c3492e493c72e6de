import type { Severity } from '../../contract/limits.ts';
import type { PushMessage } from '../../contract/shapes/push.ts';
import type { OfferedIncident } from '../feature.ts';

type IncidentStep =
  | 'late'
  | 'down'
  | 'repeat'
  | 'acknowledged'
  | 'recovered'
  | 'certificate'
  | 'renewed'
  | 'opened'
  | 'resolved';

const ENDS: readonly string[] = ['recovered', 'renewed', 'resolved'] satisfies IncidentStep[];
/** Whether what was alerted of is over. */
export const isEnd = (step: string): boolean => ENDS.includes(step);

/** What an alert says, for every kind of channel; stored with each delivery. */
export interface OutgoingAlert extends Omit<PushMessage, 'id' | 'incident'> {
  /**
   * late, down: the platform is. repeat: still. acknowledged: somebody is on it. recovered: it is back, or the drill is
   * over. certificate: it, or a domain, expires. renewed: it does not any more. opened, resolved: by a person. event: not about a platform. test.
   */
  readonly step: IncidentStep | 'event' | 'test';
  /** Step of the decision that it follows from, such as `repeat:2`; null without one. */
  readonly decision: string | null;
  readonly severity: Severity;
  readonly incident: AlertedIncident | null;
  /** Whose device it goes to: who is on duty, or whom alone it concerns. */
  readonly person?: string | undefined;
  /** They are asked to take it on. */
  readonly offer?: OfferedIncident | undefined;
  /** Of a drill that proves a way: no news after that, epoch milliseconds; and what has come back as soon as it is sent. */
  readonly newsUntil?: number;
  readonly taken?: string | undefined;
}

/** The incident as it was when the alert was decided. */
export interface AlertedIncident {
  readonly id: number;
  /** Of one that a person opened without id and domain, by the names of those that it affects. */
  readonly platform: { readonly id: string; readonly name: string; readonly domain: string };
  readonly status: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly cause: string | null;
  readonly drill: boolean;
  readonly acknowledgedBy: string | null;
}

/** Who sends, for texts and links. */
export interface AlertSender {
  readonly product: string;
  readonly node: { readonly id: string; readonly name: string; readonly domain: string };
  /** Origin of the console. */
  readonly origin: string;
}

const ERROR_MAX = 300;

/** @returns a text that fits into a list: one line, not endless */
export const errorText = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, ERROR_MAX);
