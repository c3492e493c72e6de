import { type Clock, within } from '../../base/clock.ts';
import { waitOf } from '../../base/retry-after.ts';
import type { AddressPolicy } from '../../outgoing/addresses.ts';
import { exchange, type HttpAnswer } from '../../outgoing/exchange.ts';
import { sentenceOf, TransportError } from '../../outgoing/no-answer.ts';
import { createTiming } from '../../outgoing/timing.ts';
import type { Outcome } from '../../push/send-push.ts';
import { type AlertSender, errorText, type OutgoingAlert } from '../outgoing.ts';
import type { StoredWebhook } from '../rows/channels.ts';
import { type ChannelSecrets, secretsAt } from './channel-secrets.ts';
import { signatureHeaders } from './signature.ts';
import { ForbiddenTargetError } from './target-guard.ts';
import { TEMPLATES } from './templates/templates.ts';

/** Sends an alert by one POST, which is never redirected. The body of the answer is not read. */
export interface WebhookDeps {
  readonly guard: AddressPolicy;
  readonly clock: Clock;
  readonly sender: AlertSender;
}

interface WebhookAlert {
  readonly settings: Pick<StoredWebhook['settings'], 'template' | 'oldSecretUntil'>;
  readonly secrets: ChannelSecrets;
  readonly alert: OutgoingAlert;
  /** Id of the delivery: the same in every attempt, so that the receiver knows a repeated one. */
  readonly delivery: string;
}

const TIMEOUT_MS = 10_000;
const TOO_LATE = new TransportError('too-late');

export async function sendWebhook(
  { guard, clock, sender }: WebhookDeps,
  { settings, secrets, alert, delivery }: WebhookAlert,
  signal: AbortSignal,
): Promise<Outcome> {
  const { template } = settings;
  const { url, signingKey: key } = secrets;
  if (url === undefined)
    return { state: 'failed', error: 'The address is missing: enter it again.' };
  const link = sender.origin + alert.url;
  const rendered = TEMPLATES[template]({ alert, sender, link, url, key, delivery });
  const body = JSON.stringify(rendered.body);
  const headers = {
    'content-type': 'application/json',
    'user-agent': sender.product,
    'meridian-delivery': delivery,
    ...(template === 'json' &&
      signatureHeaders({
        id: `${sender.node.id}-${delivery}`,
        at: clock.now(),
        body,
        secrets: secretsAt(clock.now(), settings, secrets),
      })),
    ...rendered.headers,
  };
  const target = new URL(rendered.url ?? url);
  const request = { url: target, method: 'POST', headers, body, bodyMaxBytes: 0 };
  try {
    const limit = { ms: TIMEOUT_MS, reason: TOO_LATE, signal };
    const answer = await within(clock, limit, (signal) =>
      exchange(request, { policy: guard }, { signal, timing: createTiming(clock.elapsed) }),
    );
    return outcomeOf(target.hostname, answer, clock.now());
  } catch (error) {
    if (error instanceof ForbiddenTargetError) return { state: 'failed', error: error.message };
    return { state: 'later', error: errorText(`${target.hostname}: ${sentenceOf(error)}`) };
  }
}

function outcomeOf(host: string, { status, headers }: HttpAnswer, now: number): Outcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  const error = `${host} answered ${status}`;
  if (status >= 300 && status < 400)
    return { state: 'failed', error: `${error}, a redirect, which is not followed.` };
  if (status === 408 || status === 429 || status >= 500)
    return { state: 'later', error: `${error}.`, waitMs: waitOf(headers['retry-after'], now) };
  return { state: 'failed', error: `${error}.` };
}
