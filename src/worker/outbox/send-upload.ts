import { CALLS } from '../../../contract/calls.ts';
import {
  FILE_SHA256_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  PATHS,
  RESUMABLE_PATH,
} from '../../../contract/paths.ts';
import type { UploadAnswer } from '../../../contract/shapes/bundle.ts';
import { type Failure, type Outcome, proxyText } from '../../shared/outcome.ts';
import type { Clock } from '../clock.ts';
import { withLimit } from '../clock.ts';
import { failureIn, outcomeOf } from '../http/answer.ts';
import { type HttpClient, type HttpDeps, networkErrorText } from '../http/http-client.ts';
import type { OutboxRecord, SendEnd } from './outbox-rules.ts';
import type { RawAnswer, UploadTransports } from './transports.ts';

/** One try at sending one upload: ask for a receipt, hash, send a form or resume an upload. It never waits. */
export interface SendUploadDeps extends UploadTransports, Pick<HttpDeps, 'fetch'> {
  readonly clock: Clock;
  readonly http: HttpClient;
}

export interface UploadProgress {
  /** @param sent bytes */
  readonly onProgress: (sent: number) => void;
  readonly onUpdate: (
    fields: Partial<Pick<OutboxRecord, 'sha256' | 'uploadUrl' | 'started'>>,
  ) => void;
}

/** Smaller files are sent again sooner than they are resumed. */
const RESUMABLE_FROM_BYTES = 8 * 1024 * 1024;
const OFFER_LIMIT_MS = 15_000;
/** The account may not upload any more. */
const FORBIDDEN = 403;

export async function sendUpload(
  deps: SendUploadDeps,
  upload: { readonly record: OutboxRecord; readonly file: Blob },
  progress: UploadProgress,
  signal: AbortSignal,
): Promise<SendEnd> {
  const plan = await planSending(deps, upload, signal).catch((error) => broken(unreachable(error)));
  if ('end' in plan) return signal.aborted ? { end: 'stopped' } : plan;
  progress.onUpdate({ sha256: plan.sha256, started: true });

  let moved: { readonly first: number; readonly last: number } | undefined;
  const known = { ...upload.record, sha256: plan.sha256 };
  const outcome = await limitSilence(deps.clock, signal, (over, alive) => {
    const onProgress = (sent: number) => {
      alive();
      moved = { first: moved?.first ?? sent, last: sent };
      progress.onProgress(sent);
    };
    return plan.send(deps, known, upload.file, { ...progress, onProgress }, over);
  }).catch(unreachable);
  if (outcome.ok) return { end: 'done', bundle: bundleOf(outcome.data) };
  if (signal.aborted) return { end: 'stopped' };
  if (isFinal(outcome)) return { end: 'refused', failure: outcome };
  // Nothing has left this device: the server cannot have it, and need not be asked for a receipt.
  if (!upload.record.started && !moved?.last) progress.onUpdate({ started: false });
  return {
    end: 'broken',
    failure: notReached(outcome),
    moved: moved !== undefined && moved.last > moved.first,
  };
}

interface SendPlan {
  readonly send: Send;
  readonly sha256: string;
}

/** How the file is sent this time, if it has to be sent at all. */
async function planSending(
  deps: SendUploadDeps,
  { record, file }: { readonly record: OutboxRecord; readonly file: Blob },
  signal: AbortSignal,
): Promise<SendPlan | SendEnd> {
  const arrived = record.started ? await receiptOf(deps, record.id, signal) : undefined;
  if (arrived?.ok) return { end: 'done', bundle: bundleOf(arrived.data) };
  if (arrived && !isMissing(arrived, record)) return noReceipt(arrived);

  const wantsResumable = record.started || file.size > RESUMABLE_FROM_BYTES;
  const offered = wantsResumable ? await offerOf(deps, record, signal) : false;
  if (typeof offered !== 'boolean') return broken(offered);
  if (record.started && record.tries > 0 && !offered) return { end: 'refused', failure: UNCERTAIN };

  const sha256 = record.sha256 ?? (await hashOrNone(deps, file, signal));
  if (sha256 === undefined) return { end: 'refused', failure: UNREADABLE };
  return { send: offered ? sendByTus : sendByForm, sha256 };
}

const broken = (failure: Failure): SendEnd => ({
  end: 'broken',
  failure: notReached(failure),
  moved: false,
});

/** What answered instead of the server, in plain words. */
const notReached = (failure: Failure): Failure =>
  failure.why === 'foreign' && failure.status !== 0
    ? { ...failure, text: proxyText(failure.status) }
    : failure;

/** Any server says 404 where it has no receipts; one that has them says so itself, and no proxy for it. */
const isMissing = (failure: Failure, record: OutboxRecord) =>
  failure.status === 404 && !isForeign(failure, record);

/** Whether an answer is not of the server, which has said its time since the upload was added: it is this product's. */
const isForeign = ({ why }: Failure, { since }: OutboxRecord) =>
  why === 'foreign' && since !== undefined;

/** Whom the server does not tell, it takes no upload from. */
const noReceipt = (failure: Failure): SendEnd =>
  failure.status === FORBIDDEN && isFinal(failure) ? { end: 'refused', failure } : broken(failure);

const bundleOf = (answer: unknown) => (answer as UploadAnswer).bundle;

type Send = (
  deps: SendUploadDeps,
  record: OutboxRecord,
  file: Blob,
  progress: UploadProgress,
  signal: AbortSignal,
) => Promise<Outcome>;

const sendByForm: Send = async (deps, record, file, { onProgress }, signal) => {
  const { id, name, type, sha256 = '', targetPlatforms, priority } = record;
  const form = new FormData();
  form.append('targetPlatforms', JSON.stringify(targetPlatforms));
  form.append('priority', priority);
  form.append('zipfile', new File([file], name, { type }));
  const answer = await deps.sendForm({
    address: PATHS.upload,
    form,
    headers: { [IDEMPOTENCY_KEY_HEADER]: id, [FILE_SHA256_HEADER]: sha256 },
    onProgress,
    signal,
  });
  return outcomeOf(CALLS.upload, answer, answer.text);
};

const sendByTus: Send = async (deps, record, file, { onProgress, onUpdate }, signal) => {
  const { id, name, sha256 = '', uploadUrl, targetPlatforms, priority } = record;
  const answer = await deps.sendResumable({
    endpoint: RESUMABLE_PATH,
    uploadUrl,
    file,
    metadata: {
      filename: name,
      targetPlatforms: JSON.stringify(targetPlatforms),
      priority,
      key: id,
      sha256,
    },
    onUploadUrl: (next) => onUpdate({ uploadUrl: next }),
    onProgress,
    signal,
  });
  return answer.ok ? receiptOf(deps, id, signal) : failureOf(answer);
};

async function receiptOf({ http }: SendUploadDeps, id: string, signal: AbortSignal) {
  const { outcome } = await http.request('receipt', { params: { id } }, signal);
  return outcome;
}

/** @returns whether this server lets uploads be resumed; a failure when it could not be asked */
async function offerOf(
  { fetch, clock }: SendUploadDeps,
  record: OutboxRecord,
  signal: AbortSignal,
): Promise<boolean | Failure> {
  const init = { method: 'OPTIONS', credentials: 'include', cache: 'no-store' } as const;
  const result = await withLimit(clock, OFFER_LIMIT_MS, signal, (over) =>
    fetch(RESUMABLE_PATH, { ...init, signal: over }),
  );
  if (result.end === 'done') return saysResumable(result.value, record);
  return unreachable(result.end === 'late' ? new Error('No answer') : result.error);
}

function saysResumable(response: Response, record: OutboxRecord): boolean | Failure {
  const failure = failureIn(response, '');
  if (response.status === 401) return failure;
  if (response.headers.get('tus-version')?.split(',').includes('1.0.0')) return true;
  return isForeign(failure, record) ? failure : false;
}

async function hashOrNone(
  { hash }: SendUploadDeps,
  file: Blob,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await hash(file, signal);
  } catch (error) {
    // A file that was changed or removed since it was chosen cannot be read any more.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function failureOf(answer: RawAnswer): Failure {
  const failure = failureIn(answer, answer.text);
  return answer.outOfStep && failure.why === 'refused'
    ? { ...failure, why: 'unreachable' }
    : failure;
}

const RETRY_LATER = [401, 408, 429, 502, 503, 504];

/** An answer is the server's last word, unless it asks to come again, or to sign in first. */
function isFinal({ status, why }: Failure): boolean {
  return why === 'refused' && !RETRY_LATER.includes(status);
}

function unreachable(error: unknown): Failure {
  return { ok: false, status: 0, text: networkErrorText(error), why: 'unreachable' };
}

const UNREADABLE: Failure = {
  ok: false,
  status: 0,
  text: 'The file can no longer be read on this device',
  why: 'unreachable',
};

const UNCERTAIN: Failure = {
  ok: false,
  status: 0,
  text: 'The connection broke, and the file may have arrived all the same: look for it before sending it again',
  why: 'unreachable',
};

/** The server syncs a large file to its disk before it answers. */
const SILENCE_MAX_MS = 90_000;

/**
 * Gives work up once nothing has moved for too long: a connection that died without a word never ends by itself.
 *
 * @param work is given a signal that ends with `signal` or by silence, and `alive` to report progress
 */
async function limitSilence<T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const stop = () => over.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let patience = new AbortController();

  async function alive(): Promise<void> {
    patience.abort();
    patience = new AbortController();
    if (!over.signal.aborted && (await clock.sleep(SILENCE_MAX_MS, patience.signal))) stop();
  }

  void alive();
  try {
    return await work(over.signal, alive);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    patience.abort();
  }
}
