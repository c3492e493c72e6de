import type { PayloadOf } from '../../contract/sent.ts';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { listIncidents } from '../incidents/rows.ts';
import { incidentAlert } from './incident-alerts.ts';
import { type AlertSender, errorText } from './outgoing.ts';
import { findAlertable } from './rows/decisions.ts';
import { renderTexts } from './texts.ts';

interface PreviewDeps extends Pick<NodeBase, 'db' | 'now' | 'platforms'> {
  readonly sender: AlertSender;
}

/** @returns what templates make of an incident, as an alert would be sent of it now */
export async function previewAlert(
  { db, now, platforms, sender }: PreviewDeps,
  { texts, incident: id }: PayloadOf<'previewAlert'>,
) {
  const [newest] = await listIncidents(db, { limit: 1 });
  const incident = await findAlertable(db, id ?? newest?.id ?? 0);
  if (incident === undefined)
    throw httpError(409, 'There is no incident to show it with: start a drill.');
  const known = platforms.find((one) => one.id === incident.platform);
  const { name = incident.platform, domain = name } = known ?? {};
  const first = incident.status === 'error' ? 'down' : 'late';
  const step = incident.endedAt === null ? first : 'recovered';
  const platform = { id: incident.platform, name, domain };
  const alert = incidentAlert({ incident, step, platform, at: now() });
  try {
    const { title, text } = renderTexts(texts, alert, sender);
    return { title, text, incident: incident.id };
  } catch (error) {
    throw httpError(400, errorText(String((error as Error).message)));
  }
}
