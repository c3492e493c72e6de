import type { WebhookTemplate } from '../../../../contract/shapes/alert.ts';
import type { AlertSender, OutgoingAlert } from '../../outgoing.ts';
import { discord } from './discord.ts';
import { gotify } from './gotify.ts';
import { json } from './json.ts';
import { ntfy } from './ntfy.ts';
import { pagerduty } from './pagerduty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';

/** What a template renders. */
export interface TemplateInput {
  readonly alert: OutgoingAlert;
  readonly sender: AlertSender;
  /** Absolute address in the console. */
  readonly link: string;
  /** Of the channel, as it was entered. */
  readonly url: string;
  readonly key: string | undefined;
  /** Id of the delivery: the same in every attempt. */
  readonly delivery: string;
}

/** A request body in the shape that a service takes. */
export interface Rendered {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the channel's address. */
  readonly url?: string;
}

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
