import type { WebhookTemplate } from '../../../../contract/channels.ts';
import { discord, slack, teams } from './chat.ts';
import { json } from './json.ts';
import { pagerduty } from './pagerduty.ts';
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
