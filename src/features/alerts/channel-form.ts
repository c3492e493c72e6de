import type { SMTP_SECURITIES, WebhookTemplate } from '../../../contract/channels.ts';
import type { ChannelPayload } from '../../../contract/sent/alert.ts';
import type { Channel } from '../../../contract/shapes/alert.ts';

/** What the form of a channel holds. Secrets are empty: one that is left so stays as it is. */
export interface ChannelValues {
  kind: 'email' | 'webhook' | 'push';
  name: string;
  enabled: boolean;
  host: string;
  port: number | string;
  security: SmtpSecurity;
  username: string;
  password: string;
  from: string;
  /** Addresses with commas between them. */
  to: string;
  template: WebhookTemplate;
  url: string;
  signingKey: string;
  /** Templates; '': the built-in ones. */
  title: string;
  text: string;
  /** Ids of rules that a new one is put into; NEW_RULE for one that is made. */
  rules: string[];
}

type SmtpSecurity = (typeof SMTP_SECURITIES)[number];

export const SECURITY_LABELS: Readonly<Record<SmtpSecurity, string>> = {
  starttls: 'STARTTLS (usually port 587)',
  tls: 'TLS (usually port 465)',
  none: 'None: only inside a trusted network',
};

interface TemplateText {
  readonly label: string;
  readonly urlHint: string;
  /** What its secret is called; null: it has none. */
  readonly secret: string | null;
}

export const TEMPLATES: Readonly<Record<WebhookTemplate, TemplateText>> = {
  json: {
    label: 'JSON',
    urlHint: 'Receives a POST with JSON',
    secret: 'Signing secret (whsec_…)',
  },
  slack: { label: 'Slack', urlHint: 'https://hooks.slack.com/services/…', secret: null },
  discord: { label: 'Discord', urlHint: 'https://discord.com/api/webhooks/…', secret: null },
  teams: { label: 'Microsoft Teams', urlHint: 'Address of the workflow', secret: null },
  ntfy: { label: 'ntfy', urlHint: 'Server and topic: https://ntfy.sh/…', secret: 'Access token' },
  gotify: {
    label: 'Gotify',
    urlHint: 'Address of the server',
    secret: 'Application token',
  },
  pagerduty: {
    label: 'PagerDuty',
    urlHint: 'https://events.pagerduty.com/v2/enqueue',
    secret: 'Routing key',
  },
};

const SUBMISSION_PORT = 587;

/**
 * @param channel that is changed; undefined: a new one
 * @param rules that a new one is put into
 */
export function channelValues(channel?: Channel, rules: string[] = []): ChannelValues {
  return {
    kind: kindOf(channel?.kind),
    name: channel?.name ?? '',
    enabled: channel?.enabled ?? true,
    host: channel?.host ?? '',
    port: channel?.port ?? SUBMISSION_PORT,
    security: (channel?.security as SmtpSecurity | undefined) ?? 'starttls',
    username: channel?.username ?? '',
    password: '',
    from: channel?.from ?? '',
    to: (channel?.to ?? []).join(', '),
    template: (channel?.template as WebhookTemplate | undefined) ?? 'json',
    url: '',
    signingKey: '',
    title: channel?.texts?.title ?? '',
    text: channel?.texts?.text ?? '',
    rules,
  };
}

const kindOf = (kind: string | undefined) =>
  kind === 'webhook' || kind === 'push' ? kind : 'email';

/** @param withTexts else they stay as they are, also on a server that knows none */
export function channelPayload(values: ChannelValues, withTexts = false): ChannelPayload {
  const { kind, name, enabled, title, text } = values;
  const texts = { title, text };
  if (kind === 'push') return { kind, name, texts };
  if (kind === 'email') {
    const { host, security, username, password, from } = values;
    return {
      ...{ kind, name, enabled, host, port: Number(values.port), security, username, from },
      to: addressesIn(values.to),
      ...(password && { password }),
      ...(withTexts && { texts }),
    };
  }
  const { template, url, signingKey } = values;
  return {
    ...{ kind, name, enabled, template },
    ...(url && { url }),
    ...(signingKey && { signingKey }),
    ...(withTexts && template !== 'json' && { texts }),
  };
}

/** @returns what is wrong, by field; the server checks the rest */
export function channelErrors(values: ChannelValues, isNew: boolean) {
  const needed = (text: string, error: string) => (text.trim() === '' ? error : null);
  const errors = { name: needed(values.name, 'Enter a name') };
  if (values.kind === 'push') return errors;
  if (values.kind === 'webhook')
    return { ...errors, url: isNew ? needed(values.url, 'Enter the address') : null };
  return {
    ...errors,
    host: needed(values.host, 'Enter the mail server'),
    from: needed(values.from, 'Enter an address'),
    to: addressesIn(values.to).length === 0 ? 'Enter at least one address' : null,
  };
}

/** Also with display names, quoted or not, as mail programs copy them. */
const addressesIn = (text: string): string[] => text.match(ADDRESS) ?? [];
const ADDRESS = /"[^"]*"\s*<[^>]*>|[^\s,;<"@][^,;<@]*<[^>]*>|[^\s,;]+/g;
