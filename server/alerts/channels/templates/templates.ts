import type { WebhookTemplate } from '../../../../contract/channels.ts';
import type { Severity } from '../../../../contract/limits.ts';
import { isEnd, type OutgoingAlert } from '../../outgoing.ts';
import { discord, slack, teams } from './chat.ts';
import { gotify, ntfy } from './phone.ts';
import type { Rendered, TemplateInput } from './template.ts';

export const TEMPLATES: Readonly<Record<WebhookTemplate, (input: TemplateInput) => Rendered>> = {
  json,
  slack,
  discord,
  teams,
  ntfy,
  gotify,
  pagerduty,
};

/** Those that use the channel's key. */
export const KEYED_TEMPLATES: ReadonlySet<WebhookTemplate> = new Set([
  'json',
  'ntfy',
  'gotify',
  'pagerduty',
]);

/** Counts up when a receiver would misread the payload. New fields alone do not count. */
const VERSION = 1;

/** JSON of our own; described in docs/operations/alerts.md. Times are ISO 8601 in UTC. */
function json({ alert, sender, link, delivery }: TemplateInput): Rendered {
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

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'warning',
  success: 'info',
};
const SUMMARY_MAX = 1024;

/**
 * Events API v2: https://developer.pagerduty.com/docs/send-alert-event. All events of an incident have one `dedup_key`,
 * so that repetitions join the alert that is open there, and the end resolves it.
 */
function pagerduty({ alert, link, sender, key, delivery }: TemplateInput): Rendered {
  const { incident } = alert;
  const about = incident === null ? `deliveries/${delivery}` : `incidents/${incident.id}`;
  const event = {
    routing_key: key,
    event_action: actionOf(alert),
    dedup_key: `${sender.node.domain}/${about}`,
  };
  if (event.event_action !== 'trigger') return { body: event };
  return {
    body: {
      ...event,
      client: sender.product,
      client_url: link,
      links: [{ href: link, text: 'Open in the console' }],
      payload: {
        summary: `${alert.title}: ${alert.text}`.slice(0, SUMMARY_MAX),
        source: incident?.platform.domain || sender.node.domain,
        severity: alert.step === 'test' ? 'info' : SEVERITIES[alert.severity],
        timestamp: new Date(incident?.startedAt ?? alert.at).toISOString(),
        component: incident?.platform.name || sender.node.name,
        class: alert.step,
        custom_details: { cause: incident?.cause ?? null, drill: incident?.drill ?? false },
      },
    },
  };
}

function actionOf({ step }: OutgoingAlert): 'trigger' | 'acknowledge' | 'resolve' {
  if (step === 'acknowledged') return 'acknowledge';
  return isEnd(step) ? 'resolve' : 'trigger';
}
