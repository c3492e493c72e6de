import type { ChannelPayload } from '../../../contract/sent/alert.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import type { StoredChannel, StoredEmail, StoredWebhook } from '../../store/alert-channels.ts';
import { type ChannelSecrets, openSecrets, sealSecrets } from './channel-secrets.ts';
import { KEYED_TEMPLATES } from './templates/template.ts';

/** Why a channel cannot be saved: a sentence for whoever set it up. */
export interface ChannelProblem {
  readonly problem: string;
}

type EmailPayload = Extract<ChannelPayload, { kind: 'email' }>;
type WebhookPayload = Extract<ChannelPayload, { kind: 'webhook' }>;

/**
 * Puts a channel together with its secrets. One that is left out stays as it is, unless it would then go to another
 * host: whoever may change a channel must not learn its secrets by sending them to a host of their own.
 *
 * @param before the stored channel that is changed
 */
export function withSecrets(
  id: string,
  payload: ChannelPayload,
  before: StoredChannel | undefined,
  box: SecretBox,
): StoredChannel | ChannelProblem {
  if (before !== undefined && before.kind !== payload.kind)
    return { problem: 'The kind of a channel cannot be changed: add another one.' };
  const kept = before?.secret ? openSecrets(box, id, before.secret) : {};
  const seal = (secrets: ChannelSecrets) => sealSecrets(box, id, secrets);
  const context = { id, kept: kept ?? {}, seal };
  if (payload.kind === 'email')
    return emailOf(payload, { ...context, before: before?.kind === 'email' ? before : undefined });
  return webhookOf(payload, {
    ...context,
    before: before?.kind === 'webhook' ? before : undefined,
  });
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
): StoredEmail | ChannelProblem {
  const { host, port, security, username } = settings;
  const old = before?.settings;
  const moved = old?.host !== host || old.port !== port || old.username !== username;
  const weaker = old?.security !== security && security === 'none';
  const password = username === '' ? undefined : (given ?? kept.password);
  if (username !== '' && password === undefined)
    return { problem: 'password is required with a username.' };
  if (password !== undefined && security === 'none')
    return { problem: 'security must be tls or starttls, so that nobody reads the password.' };
  if (password !== undefined && given === undefined && (moved || weaker))
    return { problem: 'password must be entered again when host, port or username change.' };
  const hasPassword = password !== undefined;
  const secret = hasPassword ? seal({ password }) : null;
  return { id, kind, name, enabled, settings: { ...settings, hasPassword }, secret };
}

function webhookOf(
  { kind, name, enabled, template, url: givenUrl, signingKey: given }: WebhookPayload,
  { id, before, kept, seal }: Context<StoredWebhook>,
): StoredWebhook | ChannelProblem {
  const url = givenUrl ?? kept.url;
  if (url === undefined) return { problem: 'url is required.' };
  const { host, username } = new URL(url);
  if (username !== '') return { problem: 'url must not hold a user name.' };
  const moved = before?.settings.host !== host || before.settings.template !== template;
  const usesKey = KEYED_TEMPLATES.has(template);
  if (usesKey && moved && given === undefined && kept.signingKey !== undefined)
    return { problem: 'signingKey must be entered again when the host or the template changes.' };
  const signingKey = usesKey ? (given ?? kept.signingKey) : undefined;
  if (template === 'pagerduty' && signingKey === undefined)
    return { problem: 'signingKey is required: the integration key of a PagerDuty service.' };
  const settings = { template, host, hasSigningKey: signingKey !== undefined };
  return { id, kind, name, enabled, settings, secret: seal({ url, signingKey }) };
}
