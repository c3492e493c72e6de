import { Liquid, type LiquidError } from 'liquidjs';
import type { PayloadOf } from '../../contract/sent.ts';
import type { AlertTexts } from '../../contract/shapes/alert.ts';
import { TEXT_MAX } from '../../contract/text-limits.ts';
import { durationText } from '../base/duration-text.ts';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { listIncidents } from '../incidents/rows.ts';
import { alertedPlatform, incidentAlert } from './incident-alerts.ts';
import {
  type AlertedIncident,
  type AlertSender,
  errorText,
  type OutgoingAlert,
} from './outgoing.ts';
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
  // Milliseconds by the clock: a busy machine takes many times what an honest text needs.
  renderLimit: 250,
  memoryLimit: 100_000,
});

const OUTPUT_MAX: Readonly<Record<keyof AlertTexts, number>> = { title: 200, text: 2000 };

/** What is about no incident keeps the built-in texts. @throws with a sentence when a template cannot be read, or not be filled in */
export function renderTexts(
  templates: AlertTexts,
  alert: OutgoingAlert,
  sender: AlertSender,
): OutgoingAlert {
  const { incident } = alert;
  if (incident === null) return alert;
  const variables = variablesOf(alert, incident, sender);
  const render = (field: keyof AlertTexts): string => {
    if (templates[field].trim() === '') return alert[field];
    const output = fillIn(templates[field], variables, field).trim();
    const max = OUTPUT_MAX[field];
    if (output.length > max)
      throw new Error(`${NAMES[field]}: it is longer than ${max} characters.`);
    if (output === '') throw new Error(`${NAMES[field]}: it is empty.`);
    // Nobody may take a drill for the real thing.
    return incident.drill && !output.startsWith(DRILL) ? DRILL + output : output;
  };
  const title = render('title').replace(/[\p{C}\s]+/gu, ' ');
  const text = render('text');
  // Whoever is to send something back has to read that.
  return { ...alert, title, text: alert.arrival ? `${text}\n\n${alert.text}` : text };
}

const DRILL = 'DRILL: ';
const NAMES = { title: 'Title', text: 'Text' } as const;

function fillIn(template: string, variables: object, field: keyof AlertTexts): string {
  try {
    return engine.parseAndRenderSync(template, variables);
  } catch (error) {
    const { message, token } = error as Partial<LiquidError> & Error;
    const known = FAULTS.find(([theirs]) => theirs.test(message));
    const what = known ? message.replace(...known) : 'it cannot be read as Liquid';
    const [line, column] = token?.getPosition() ?? [];
    throw new Error(`${NAMES[field]}${line ? `, line ${line}, column ${column}` : ''}: ${what}.`);
  }
}

/** What the library says, and what is said in its place. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^undefined variable: (.+), line:.*$/s, 'there is no variable $1'],
  [/^undefined filter: (.+), line:.*$/s, 'there is no filter $1'],
  [/^tag "(.+)" not found.*$/s, 'there is no tag $1, or it has no beginning'],
  [/^(?:tag|output|raw) "?(.+?)"? not closed.*$/s, '$1 is not closed'],
  [/^ENOENT.*$/s, 'it cannot include others'],
  [/^.* limit exceeded.*$/s, 'it takes too long, or too much room'],
];

/** What templates may name: as it is documented. Nothing is ever undefined. */
function variablesOf(
  alert: OutgoingAlert,
  { id, platform, cause, startedAt, endedAt, drill, acknowledgedBy }: AlertedIncident,
  { product, node, origin }: AlertSender,
) {
  const { title, text, step, severity, url, at, person } = alert;
  return {
    title,
    text,
    step,
    severity,
    link: origin + url,
    platform,
    incident: {
      id,
      cause: cause ?? '',
      started: new Date(startedAt).toISOString(),
      ended: endedAt === null ? '' : new Date(endedAt).toISOString(),
      duration: durationText(Math.max(0, (endedAt ?? at) - startedAt)),
      acknowledged_by: acknowledgedBy ?? '',
      drill,
    },
    on_duty: person ?? '',
    product,
    node: node.name,
  };
}

type PreviewDeps = Pick<NodeBase, 'db' | 'now' | 'platforms'> & { readonly sender: AlertSender };

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
  const about = alertedPlatform(incident, [...platforms, sender.node]);
  const alert = incidentAlert({ incident, step, ...about, at: now() });
  try {
    const { title, text } = renderTexts(texts, alert, sender);
    return { title, text, incident: incident.id };
  } catch (error) {
    throw httpError(400, errorText((error as Error).message));
  }
}
