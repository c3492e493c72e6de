import type { WebhookTemplate } from '../../../contract/channels.ts';
import { HOUR_MS } from '../../../contract/limits.ts';
import type { ChannelPayload } from '../../../contract/sent/alert.ts';
import { httpError } from '../../base/http-error.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import type { StoredChannel, StoredEmail, StoredWebhook } from '../rows/channels.ts';
import { isWebhookSecret, newWebhookSecret } from './signature.ts';
import { KEYED_TEMPLATES } from './templates/templates.ts';

/** What is never answered nor logged. */
export interface ChannelSecrets {
  /** Of an e-mail channel. */
  readonly password?: string | undefined;
  /** Of a webhook. */
  readonly url?: string | undefined;
  readonly signingKey?: string | undefined;
  /** The one before it, while a receiver learns the new one. */
  readonly oldSigningKey?: string | undefined;
}

export const UNREADABLE_SECRETS = 'The secrets of this channel cannot be read: enter them again.';

/** @returns undefined if they cannot be read: they open for their channel alone */
export function openSecrets(
  box: SecretBox,
  { id, secret }: Pick<StoredChannel, 'id' | 'secret'>,
): ChannelSecrets | undefined {
  const text = secret === null ? '{}' : box.open(id, secret);
  return text === undefined ? undefined : JSON.parse(text);
}

type EmailPayload = Omit<Extract<ChannelPayload, { kind: 'email' }>, 'texts'>;
type WebhookPayload = Omit<Extract<ChannelPayload, { kind: 'webhook' }>, 'texts'>;

/**
 * Puts a channel together with its secrets. One that is left out stays as it is, unless it would then go to another
 * host: whoever may change a channel must not learn its secrets by sending them to a host of their own.
 *
 * @param before the stored channel that is changed
 * @param at epoch milliseconds
 * @returns the channel, and its new signing key where one was made
 * @throws HttpError with a sentence for whoever sets it up
 */
export function withSecrets(
  id: string,
  payload: EmailPayload | WebhookPayload,
  before: StoredChannel | undefined,
  { box, at }: { box: SecretBox; at: number },
): { channel: StoredChannel; made?: string | undefined } {
  if (before !== undefined && before.kind !== payload.kind)
    throw httpError(400, 'The kind of a channel cannot be changed: add another one.');
  const kept = (before && openSecrets(box, before)) ?? {};
  const seal = (secrets: ChannelSecrets) => box.seal(id, JSON.stringify(secrets));
  const context = { id, kept, seal, at };
  return payload.kind === 'email'
    ? { channel: emailOf(payload, { ...context, before: before as StoredEmail | undefined }) }
    : webhookOf(payload, { ...context, before: before as StoredWebhook | undefined });
}

interface Context<Stored> {
  readonly id: string;
  readonly at: number;
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
  payload: WebhookPayload,
  context: Context<StoredWebhook>,
): { channel: StoredWebhook; made: string | undefined } {
  const { kind, name, enabled, template, newSecret = false } = payload;
  const { id, before, kept, seal } = context;
  const url = payload.url ?? kept.url;
  if (url === undefined) throw httpError(400, 'url is required.');
  const { host, username } = new URL(url);
  if (username !== '') throw httpError(400, 'url must not hold a user name.');
  if (newSecret && template !== 'json')
    throw httpError(400, 'newSecret is for webhooks of JSON alone.');
  const made = newSecret ? newWebhookSecret() : undefined;
  const moved = before?.settings.host !== host || before.settings.template !== template;
  const given = made ?? payload.signingKey;
  const signingKey = signingKeyOf(template, given, { moved, kept: kept.signingKey });
  const old = oldSecretOf(payload, context);
  const oldSecretUntil = old.key === undefined ? undefined : old.until;
  const settings = { template, host, hasSigningKey: signingKey !== undefined, oldSecretUntil };
  const secret = seal({ url, signingKey, oldSigningKey: old.key });
  return { channel: { id, kind, name, enabled, settings, secret }, made };
}

function signingKeyOf(
  template: WebhookTemplate,
  given: string | undefined,
  { moved, kept }: { moved: boolean; kept: string | undefined },
): string | undefined {
  if (!KEYED_TEMPLATES.has(template)) return undefined;
  if (moved && given === undefined && kept !== undefined)
    throw httpError(400, 'signingKey must be entered again when the host or the template changes.');
  if (template === 'json' && given !== undefined && !isWebhookSecret(given))
    throw httpError(400, 'signingKey must be whsec_ and the base64 of 24 to 64 bytes.');
  if (template === 'pagerduty' && (given ?? kept) === undefined)
    throw httpError(400, 'signingKey is required: the integration key of a PagerDuty service.');
  return given ?? kept;
}

/** @returns the secret that signs beside the present one, and until when */
function oldSecretOf(
  { template, newSecret, signingKey, keepOldHours }: WebhookPayload,
  { before, kept, at }: Context<StoredWebhook>,
): { key?: string | undefined; until?: number | undefined } {
  if (template !== 'json' || before?.settings.template !== 'json') return {};
  if (newSecret) return { key: kept.signingKey, until: at + (keepOldHours ?? 0) * HOUR_MS };
  if (signingKey !== undefined || keepOldHours === 0) return {};
  return { key: kept.oldSigningKey, until: before.settings.oldSecretUntil };
}

/** @returns those that sign at a time, the present one first */
export function secretsAt(
  at: number,
  { oldSecretUntil = 0 }: Pick<StoredWebhook['settings'], 'oldSecretUntil'>,
  { signingKey, oldSigningKey }: ChannelSecrets,
): string[] {
  const old = oldSecretUntil > at ? oldSigningKey : undefined;
  return [signingKey, old].filter((one) => one !== undefined);
}
