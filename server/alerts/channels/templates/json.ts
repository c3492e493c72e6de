import type { Rendered, TemplateInput } from './template.ts';

/** Counts up when a receiver would misread the payload. New fields alone do not count. */
const VERSION = 1;

/** JSON of our own; described in docs/operations/alerts.md. Times are ISO 8601 in UTC. */
export function json({ alert, sender, link, delivery }: TemplateInput): Rendered {
  const { incident, step } = alert;
  const data = {
    title: alert.title,
    text: alert.text,
    severity: alert.severity,
    drill: incident?.drill ?? false,
    link,
    node: sender.node,
    incident: incident && {
      id: incident.id,
      platform: incident.platform,
      status: incident.status,
      startedAt: iso(incident.startedAt),
      endedAt: incident.endedAt === null ? null : iso(incident.endedAt),
      cause: incident.cause,
      acknowledgedBy: incident.acknowledgedBy,
    },
  };
  const timestamp = iso(alert.at);
  const about = incident?.platform.id === '' ? 'incident' : 'platform';
  const type = incident === null ? step : `${about}.${step}`;
  // What receivers of 0.1.0 read stands beside it.
  const former = { delivery, event: step, at: timestamp, ...data };
  return { body: { version: VERSION, type, timestamp, data, ...former } };
}

const iso = (at: number) => new Date(at).toISOString();
