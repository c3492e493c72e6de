import type { ChannelPayload } from '../../../contract/sent/alert.ts';
import { httpError } from '../../base/http-error.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import type { StoredChannel, StoredEmail, StoredWebhook } from '../rows/channels.ts';
import { KEYED_TEMPLATES } from './templates/templates.ts';

/** What is never answered nor logged. */
export interface ChannelSecrets {
  /** Of an e-mail channel. */
  readonly password?: string | undefined;
  /** Of a webhook. */
  readonly url?: string | undefined;
  readonly signingKey?: string | undefined;
}

/** @returns undefined if they cannot be read: they open for their channel alone */
export function openSecrets(
  box: SecretBox,
  { id, secret }: Pick<StoredChannel, 'id' | 'secret'>,
): ChannelSecrets | undefined {
  const text = secret === null ? '{}' : box.open(id, secret);
  return text === undefined ? undefined : JSON.parse(text);
}

type EmailPayload = Extract<ChannelPayload, { kind: 'email' }>;
type WebhookPayload = Extract<ChannelPayload, { kind: 'webhook' }>;

/**
 * Puts a channel together with its secrets. One that is left out stays as it is, unless it would then go to another
 * host: whoever may change a channel must not learn its secrets by sending them to a host of their own.
 *
 * @param before the stored channel that is changed
 * @throws HttpError with a sentence for whoever sets it up
 */
export function withSecrets(
  id: string,
  payload: ChannelPayload,
  before: StoredChannel | undefined,
  box: SecretBox,
): StoredChannel {
  if (before !== undefined && before.kind !== payload.kind)
    throw httpError(400, 'The kind of a channel cannot be changed: add another one.');
  const kept = (before && openSecrets(box, before)) ?? {};
  const seal = (secrets: ChannelSecrets) => box.seal(id, JSON.stringify(secrets));
  const context = { id, kept, seal };
  return payload.kind === 'email'
    ? emailOf(payload, { ...context, before: before as StoredEmail | undefined })
    : webhookOf(payload, { ...context, before: before as StoredWebhook | undefined });
}

interface Context<Stored> {
  readonly id: string;
  readonly before: Stored | undefined;
  readonly kept: ChannelSecrets;
  readonly seal: (secrets: ChannelSecrets) => string;
}

function emailOf(
  { kind, name, enabled, password: given, ...settings }: EmailPayload,
  { id, before, kept, seal }: Context<StoredEmail>,
): StoredEmail {
  const { host, port, security, username } = settings;
  const old = before?.settings;
  const moved = old?.host !== host || old.port !== port || old.username !== username;
  const weaker = old?.security !== security && security === 'none';
  const password = username === '' ? undefined : (given ?? kept.password);
  if (username !== '' && password === undefined)
    throw httpError(400, 'password is required with a username.');
  if (password !== undefined && security === 'none')
    throw httpError(400, 'security must be tls or starttls, so that nobody reads the password.');
  if (password !== undefined && given === undefined && (moved || weaker))
    throw httpError(400, 'password must be entered again when host, port or username change.');
  const hasPassword = password !== undefined;
  const secret = hasPassword ? seal({ password }) : null;
  return { id, kind, name, enabled, settings: { ...settings, hasPassword }, secret };
}

function webhookOf(
  { kind, name, enabled, template, url: givenUrl, signingKey: given }: WebhookPayload,
  { id, before, kept, seal }: Context<StoredWebhook>,
): StoredWebhook {
  const url = givenUrl ?? kept.url;
  if (url === undefined) throw httpError(400, 'url is required.');
  const { host, username } = new URL(url);
  if (username !== '') throw httpError(400, 'url must not hold a user name.');
  const moved = before?.settings.host !== host || before.settings.template !== template;
  const usesKey = KEYED_TEMPLATES.has(template);
  if (usesKey && moved && given === undefined && kept.signingKey !== undefined)
    throw httpError(400, 'signingKey must be entered again when the host or the template changes.');
  const signingKey = usesKey ? (given ?? kept.signingKey) : undefined;
  if (template === 'pagerduty' && signingKey === undefined)
    throw httpError(400, 'signingKey is required: the integration key of a PagerDuty service.');
  const settings = { template, host, hasSigningKey: signingKey !== undefined };
  return { id, kind, name, enabled, settings, secret: seal({ url, signingKey }) };
}
