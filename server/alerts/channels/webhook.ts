import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Clock, within } from '../../base/clock.ts';
import { waitOf } from '../../base/retry-after.ts';
import type { Outcome } from '../../push/send-push.ts';
import { type AlertSender, errorText, type OutgoingAlert } from '../outgoing.ts';
import type { StoredWebhook } from '../rows/channels.ts';
import { type ChannelSecrets, secretsAt } from './channel-secrets.ts';
import { signatureHeaders } from './signature.ts';
import { ForbiddenTargetError, type TargetGuard } from './target-guard.ts';
import { TEMPLATES } from './templates/templates.ts';

/** Sends an alert by one POST, which is never redirected. The body of the answer is not read. */
export interface WebhookDeps {
  readonly guard: TargetGuard;
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
const TIMED_OUT = new Error('did not answer in time');

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
  try {
    guard.checkLiteral(target.hostname);
    const limit = { ms: TIMEOUT_MS, reason: TIMED_OUT, signal };
    const answer = await within(clock, limit, (over) =>
      post(target, { headers, body, guard, signal: over }),
    );
    return outcomeOf(target.hostname, answer, clock.now());
  } catch (error) {
    if (error instanceof ForbiddenTargetError) return { state: 'failed', error: error.message };
    return { state: 'later', error: errorText(`${target.hostname}: ${reasonOf(error)}`) };
  }
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly guard: TargetGuard;
  readonly signal: AbortSignal;
}

function post(target: URL, { headers, body, guard, signal }: PostOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own: a pooled one would have been judged by an earlier lookup.
      agent: false,
      lookup: guard.lookupFor(target.hostname),
      signal,
    });
    outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    outgoing.on('response', (answer) => {
      answer.destroy();
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
    });
    outgoing.end(body);
  });
}

function outcomeOf(host: string, { status, retryAfter }: Answer, now: number): Outcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  const error = `${host} answered ${status}`;
  if (status >= 300 && status < 400)
    return { state: 'failed', error: `${error}, a redirect, which is not followed.` };
  if (status === 408 || status === 429 || status >= 500)
    return { state: 'later', error: `${error}.`, waitMs: waitOf(retryAfter, now) };
  return { state: 'failed', error: `${error}.` };
}

/** Errors of several addresses have their texts inside. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
