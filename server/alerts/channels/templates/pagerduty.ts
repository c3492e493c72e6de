import type { Severity } from '../../../../contract/limits.ts';
import { isEnd, type OutgoingAlert } from '../../outgoing.ts';
import type { Rendered, TemplateInput } from './template.ts';

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
export function pagerduty({ alert, link, sender, key, delivery }: TemplateInput): Rendered {
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
