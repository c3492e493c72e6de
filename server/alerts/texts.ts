import { Liquid } from 'liquidjs';
import { TEXT_MAX } from '../../contract/limits.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import type { AlertTexts } from '../../contract/shapes/alert.ts';
import { durationText } from '../base/duration-text.ts';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { listIncidents } from '../incidents/rows.ts';
import { alertedPlatform, incidentAlert } from './incident-alerts.ts';
import { type AlertSender, errorText, type OutgoingAlert } from './outgoing.ts';
import { findAlertable } from './rows/decisions.ts';

/**
 * Texts of a channel in the words of its people: Liquid templates, in which an unknown variable or filter is an error.
 * They read what is handed to them and nothing else: no files, no prototypes, no tags of our own.
 */
const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  // No partials: `include` and `render` find nothing, on no disk.
  templates: {},
  timezoneOffset: 0,
  parseLimit: TEXT_MAX.alertTemplate,
  renderLimit: 50,
  memoryLimit: 100_000,
});

const OUTPUT_MAX: Readonly<Record<keyof AlertTexts, number>> = { title: 200, text: 2000 };

/** @throws with a sentence when a template cannot be read, or not be filled in */
export function renderTexts(
  templates: AlertTexts,
  alert: OutgoingAlert,
  sender: AlertSender,
): OutgoingAlert {
  const variables = variablesOf(alert, sender);
  const render = (field: keyof AlertTexts): string => {
    if (templates[field].trim() === '') return alert[field];
    const output = engine.parseAndRenderSync(templates[field], variables).trim();
    if (output.length > OUTPUT_MAX[field])
      throw new Error(`${field} is longer than ${OUTPUT_MAX[field]} characters`);
    if (output === '') throw new Error(`${field} is empty`);
    // Nobody may take a drill for the real thing.
    return alert.incident?.drill && !output.startsWith(DRILL) ? DRILL + output : output;
  };
  const title = render('title').replace(/[\p{C}\s]+/gu, ' ');
  return { ...alert, title, text: render('text') };
}

const DRILL = 'DRILL: ';

/** What templates may name: as it is documented. Nothing is ever undefined. */
function variablesOf(
  { incident, ...alert }: OutgoingAlert,
  { product, node, origin }: AlertSender,
) {
  const iso = (at: number | null | undefined) => (at ? new Date(at).toISOString() : '');
  const { startedAt = alert.at, endedAt, platform } = incident ?? {};
  return {
    ...{ title: alert.title, text: alert.text, step: alert.step, severity: alert.severity },
    link: origin + alert.url,
    platform: {
      id: platform?.id ?? '',
      name: platform?.name ?? '',
      domain: platform?.domain ?? '',
    },
    incident: {
      id: incident?.id ?? '',
      cause: incident?.cause ?? '',
      started: iso(startedAt),
      ended: iso(endedAt),
      duration: durationText(Math.max(0, (endedAt ?? alert.at) - startedAt)),
      acknowledged_by: incident?.acknowledgedBy ?? '',
      drill: incident?.drill ?? false,
    },
    on_duty: alert.person ?? '',
    ...{ product, node: node.name },
  };
}

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
  const first = incident.status === 'error' ? 'down' : 'late';
  const step = incident.endedAt === null ? first : 'recovered';
  const platform = alertedPlatform(incident, [...platforms, sender.node]);
  const alert = incidentAlert({ incident, step, platform, at: now() });
  try {
    const { title, text } = renderTexts(texts, alert, sender);
    return { title, text, incident: incident.id };
  } catch (error) {
    throw httpError(400, errorText(String((error as Error).message)));
  }
}
