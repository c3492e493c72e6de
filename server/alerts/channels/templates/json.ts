import type { Rendered, TemplateInput } from './template.ts';

/** JSON of our own; described in docs/operations/alerts.md. Times are ISO 8601 in UTC. */
export function json({ alert, sender, link, delivery }: TemplateInput): Rendered {
  const { incident } = alert;
  return {
    body: {
      delivery,
      event: alert.step,
      title: alert.title,
      text: alert.text,
      severity: alert.severity,
      drill: incident?.drill ?? false,
      at: iso(alert.at),
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
    },
  };
}

const iso = (at: number) => new Date(at).toISOString();
