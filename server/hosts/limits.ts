import { limitOf, subjectText, valueText } from '../../contract/host-text.ts';
import { DAY_MS } from '../../contract/limits.ts';
import type { HostLimit } from '../../contract/shapes/host.ts';
import { recordActivity } from '../activity/rows.ts';
import { durationText } from '../base/duration-text.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { endIncident, openIncident } from '../incidents/incident-records.ts';
import { incidentLink } from '../incidents/platform-messages.ts';
import { addNotification } from '../notifications/rows.ts';
import { changeSeries, listSeries, type StoredSeries } from './rows.ts';

/** Whose host it is. */
export interface HostOf {
  readonly id: string;
  readonly name: string;
  readonly paused?: boolean | undefined;
}

export interface Followed {
  readonly platform: HostOf;
  readonly limits: readonly HostLimit[];
  readonly now: number;
  /** Name of this node, which opens incidents. */
  readonly by: string;
}

/** Opens an incident of each series that was over its limit for long enough, and ends those of series that are not any more. */
export async function followLimits(tx: Tx, emit: Emit, of: Followed): Promise<void> {
  for (const series of await listSeries(tx, { platform: of.platform.id })) {
    const after = { ...series, ...(await follow(tx, emit, series, of)) };
    const { overSince, incidentId } = series;
    if (after.overSince !== overSince || after.incidentId !== incidentId)
      await changeSeries(tx, after);
  }
}

async function follow(tx: Tx, emit: Emit, series: StoredSeries, of: Followed) {
  const { measure, value, at, incidentId } = series;
  // One that has said nothing for a day is not there any more.
  const limit = at < of.now - DAY_MS ? undefined : limitOf(series, of.limits);
  const says = `${subjectText(series)} is at ${valueText(measure, value)}`;
  if (limit === undefined || value <= limit.over) {
    const text = limit ? `${says} again` : `${subjectText(series)} has no limit any more`;
    if (await endIncident(tx, emit, incidentId, { text, at: of.now }))
      await say(tx, emit, of, { id: incidentId ?? 0, text, kind: 'back', severity: 'success' });
    return { overSince: null, incidentId: null };
  }
  const overSince = Math.min(series.overSince ?? at, at);
  const forMs = limit.forSec * 1000;
  if (incidentId !== null || at - overSince < forMs) return { overSince };
  const lasted = forMs === 0 ? '' : ` for ${durationText(forMs)}`;
  const cause = `${says}, over ${valueText(measure, limit.over)}${lasted}`;
  const what = { kind: 'host', scope: 'host', platform: '', status: 'error', cause } as const;
  const begins = { openedBy: of.by, startedAt: of.now, planned: false, drillUntil: null };
  const incident = { ...what, ...begins, platforms: [of.platform.id] };
  const { id } = await openIncident(tx, emit, incident, cause);
  await say(tx, emit, of, { id, text: cause, kind: 'down', severity: 'error' });
  return { overSince, incidentId: id };
}

interface Said extends Readonly<Record<'text' | 'kind', string>> {
  /** Of the incident. */
  readonly id: number;
  readonly severity: 'error' | 'success';
}

async function say(tx: Tx, emit: Emit, { platform, now: at }: Followed, said: Said) {
  const { id, text, kind, severity } = said;
  const title = `${platform.name}: ${text}`;
  await recordActivity(tx, emit, { message: title, severity, at, platform: platform.id });
  const notice = { kind, title, text: '', severity, at, link: incidentLink(id) };
  await addNotification(tx, emit, notice);
}
