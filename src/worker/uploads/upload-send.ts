import { CALLS } from '../../../contract/calls.ts';
import { FILE_SHA256_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../../contract/headers.ts';
import { PATHS, RESUMABLE_PATH } from '../../../contract/paths.ts';
import type { UploadAnswer } from '../../../contract/shapes/bundle.ts';
import type { Failure, Outcome } from '../api.ts';
import { outcomeOf } from '../calls/answer.ts';
import type { Http, HttpDoors } from '../calls/http.ts';
import { wordsOf } from '../calls/not-reached.ts';
import { initOf } from '../calls/request.ts';
import type { Clock } from '../clock.ts';
import { limited } from '../limit.ts';
import type { OutboxRecord, SendEnd } from '../outbox/outbox.ts';
import type { RawAnswer, UploadDoors } from './upload-doors.ts';
import { limitSilence } from './upload-silence.ts';

/** One try at sending one upload: a receipt asked for, a hash, a form or a resumed upload. It never waits. */
export interface UploadSending extends UploadDoors, Pick<HttpDoors, 'fetch'> {
  readonly clock: Clock;
  readonly http: Http;
}

export interface UploadTold {
  readonly moved: (sent: number) => void;
  readonly learned: (facts: Partial<Pick<OutboxRecord, 'sha256' | 'place' | 'begun'>>) => void;
}

/** Smaller files are sent again sooner than they are resumed. */
const RESUMABLE_FROM_BYTES = 8 * 1024 * 1024;
const OFFER_LIMIT_MS = 15_000;

export async function sendUpload(
  doors: UploadSending,
  upload: { readonly record: OutboxRecord; readonly file: Blob },
  told: UploadTold,
  signal: AbortSignal,
): Promise<SendEnd> {
  const way = await choose(doors, upload, signal).catch((error) => broken(unreachable(error)));
  if ('end' in way) return signal.aborted ? { end: 'stopped' } : way;
  told.learned({ sha256: way.sha256, begun: true });

  let moved: { readonly first: number; readonly last: number } | undefined;
  const known = { ...upload.record, sha256: way.sha256 };
  const outcome = await limitSilence(doors.clock, signal, (over, alive) => {
    const lively = (sent: number) => {
      alive();
      moved = { first: moved?.first ?? sent, last: sent };
      told.moved(sent);
    };
    return way.send(doors, known, upload.file, { ...told, moved: lively }, over);
  }).catch(unreachable);
  if (outcome.ok) return { end: 'done', bundle: bundleOf(outcome.data) };
  if (signal.aborted) return { end: 'stopped' };
  if (isFinal(outcome)) return { end: 'refused', failure: outcome };
  // Nothing has left: nobody can have it, and it is sent again without asking whether somebody has.
  if (!upload.record.begun && !moved?.last) told.learned({ begun: false });
  return {
    end: 'broken',
    failure: outcome,
    moved: moved !== undefined && moved.last > moved.first,
  };
}

interface Way {
  readonly send: Send;
  readonly sha256: string;
}

/** How the file goes this time, if it has to go at all. */
async function choose(
  doors: UploadSending,
  { record, file }: { readonly record: OutboxRecord; readonly file: Blob },
  signal: AbortSignal,
): Promise<Way | SendEnd> {
  const arrived = record.begun ? await receiptOf(doors, record.id, signal) : undefined;
  if (arrived?.ok) return { end: 'done', bundle: bundleOf(arrived.data) };
  if (arrived && arrived.status !== 404) return broken(arrived);

  const wantsResumable = record.begun || file.size > RESUMABLE_FROM_BYTES;
  const offered = wantsResumable ? await offerOf(doors, signal) : false;
  if (typeof offered !== 'boolean') return broken(offered);
  if (record.begun && record.tries > 0 && !offered) return { end: 'refused', failure: UNCERTAIN };

  const sha256 = record.sha256 ?? (await hashOrNone(doors, file, signal));
  if (sha256 === undefined) return { end: 'refused', failure: UNREADABLE };
  return { send: offered ? sendByTus : sendByForm, sha256 };
}

const broken = (failure: Failure): SendEnd => ({ end: 'broken', failure, moved: false });

const bundleOf = (answer: unknown) => (answer as UploadAnswer).bundle;

type Send = (
  doors: UploadSending,
  record: OutboxRecord,
  file: Blob,
  told: UploadTold,
  signal: AbortSignal,
) => Promise<Outcome>;

const sendByForm: Send = async (doors, record, file, { moved }, signal) => {
  const { id, name, sha256 = '', targetPlatforms, priority } = record;
  const payload = { file: new File([file], name), targetPlatforms, priority };
  const { body } = initOf(CALLS.upload, payload, signal);
  const answer = await doors.sendForm({
    address: PATHS.upload,
    form: body as FormData,
    headers: { [IDEMPOTENCY_KEY_HEADER]: id, [FILE_SHA256_HEADER]: sha256 },
    moved,
    signal,
  });
  return outcomeOf(CALLS.upload, answer, answer.text);
};

const sendByTus: Send = async (doors, record, file, { moved, learned }, signal) => {
  const { id, name, sha256 = '', place, targetPlatforms, priority } = record;
  const answer = await doors.sendResumable({
    endpoint: RESUMABLE_PATH,
    place,
    file,
    metadata: {
      filename: name,
      targetPlatforms: JSON.stringify(targetPlatforms),
      priority,
      key: id,
      sha256,
    },
    placed: (next) => learned({ place: next }),
    moved,
    signal,
  });
  return answer.ok ? receiptOf(doors, id, signal) : failureOf(answer);
};

async function receiptOf({ http }: UploadSending, id: string, signal: AbortSignal) {
  const { outcome } = await http.request('receipt', { params: { id } }, signal);
  return outcome;
}

/** @returns whether this server lets uploads be resumed; a failure when it could not be asked */
async function offerOf(
  { fetch, clock }: UploadSending,
  signal: AbortSignal,
): Promise<boolean | Failure> {
  const init = { method: 'OPTIONS', credentials: 'include', cache: 'no-store' } as const;
  const result = await limited(clock, OFFER_LIMIT_MS, signal, (over) =>
    fetch(RESUMABLE_PATH, { ...init, signal: over }),
  );
  if (result.end === 'done') return saysResumable(result.value);
  return unreachable(result.end === 'late' ? new Error('No answer') : result.error);
}

function saysResumable({ status, headers }: Response): boolean | Failure {
  if (status === 401) return { ok: false, status, text: 'Unauthorized', why: 'refused' };
  return headers.get('tus-version')?.split(',').includes('1.0.0') === true;
}

async function hashOrNone(
  { hash }: UploadSending,
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

function failureOf({ status, text, outOfStep }: RawAnswer): Failure {
  return { ok: false, status, text, why: outOfStep ? 'unreachable' : 'refused' };
}

const COME_AGAIN = [401, 408, 429, 502, 503, 504];

/** An answer is the server's last word, unless it asks to come again, or to sign in first. */
function isFinal({ status, why }: Failure): boolean {
  return why === 'refused' && !COME_AGAIN.includes(status);
}

function unreachable(error: unknown): Failure {
  return { ok: false, status: 0, text: wordsOf(error), why: 'unreachable' };
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
  text: 'The line broke, and the file may have arrived all the same: look for it before sending it again',
  why: 'unreachable',
};
