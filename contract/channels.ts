/** Who receives alerts. Web push is a channel of its own, which always exists: its devices subscribe themselves. */
export const CHANNEL_KINDS = ['push', 'email', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Id of the channel of all subscribed devices. */
export const PUSH_CHANNEL = 'push';

/** Id of the channel of whoever is on duty: the devices of one person. Without a rota it reaches nobody. */
export const DUTY_CHANNEL = 'duty';

/** Steps of a rule, the first one too. */
export const STEPS_MAX = 5;

/** What a webhook sends: JSON of our own, or what that service takes. */
export const WEBHOOK_TEMPLATES = [
  'json',
  'slack',
  'discord',
  'teams',
  'ntfy',
  'gotify',
  'pagerduty',
] as const;
export type WebhookTemplate = (typeof WEBHOOK_TEMPLATES)[number];

export const SMTP_SECURITIES = ['tls', 'starttls', 'none'] as const;
