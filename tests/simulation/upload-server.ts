import type { Clock } from '../../src/worker/clock.ts';
import type {
  FormUpload,
  RawAnswer,
  ResumableUpload,
  UploadTransports,
} from '../../src/worker/outbox/transports.ts';
import type { FakeAnswer } from '../doubles/server.ts';
import type { Chance } from './chance.ts';

/** The server's side of uploads, over a connection that can break at any point. A file is known by its name. */
export interface UploadServer extends UploadTransports {
  /** Names of the bundles that there are, in the order in which they came. */
  readonly bundles: readonly string[];
  receiptOf(key: string): FakeAnswer;
  /** Unfinished uploads are too old. */
  forgetUnfinished(): void;
}

interface Unfinished {
  readonly key: string;
  arrived: number;
}

const PIECES = 5;
const PIECE_MAX_MS = 800;

/** @param isLost whether the connection breaks now */
export function createUploadServer(
  clock: Clock,
  chance: Chance,
  isLost: () => boolean,
): UploadServer {
  const bundles: string[] = [];
  const receipts = new Map<string, string>();
  const unfinished = new Map<string, Unfinished>();
  let places = 0;

  function take(key: string, name: string): void {
    if (receipts.has(key)) return;
    receipts.set(key, name);
    bundles.push(name);
  }

  /** Throws when the connection breaks, or the sender is gone. */
  async function cross(signal: AbortSignal): Promise<void> {
    const passed = await clock.sleep(chance.between(0, PIECE_MAX_MS), signal);
    if (!passed || isLost()) throw new TypeError('Failed to fetch');
  }

  async function sendForm({ form, headers, onProgress, signal }: FormUpload): Promise<RawAnswer> {
    await cross(signal);
    for (let piece = 1; piece <= PIECES; piece += 1) {
      onProgress(piece * 100);
      await cross(signal);
    }
    const key = headers['idempotency-key'] ?? '';
    take(key, (form.get('zipfile') as File).name);
    await cross(signal);
    return answerOf(200, receiptOf(key).body);
  }

  async function placeOf(order: ResumableUpload): Promise<string> {
    const { uploadUrl, metadata, onUploadUrl, signal } = order;
    await cross(signal);
    if (uploadUrl !== undefined && unfinished.has(uploadUrl)) return uploadUrl;
    places += 1;
    const next = `/api/zip/uploads/${places}`;
    unfinished.set(next, { key: metadata.key ?? '', arrived: 0 });
    await cross(signal);
    onUploadUrl(next);
    return next;
  }

  async function sendResumable(order: ResumableUpload): Promise<RawAnswer> {
    const { file, metadata, onProgress, signal } = order;
    const place = await placeOf(order);
    const step = Math.ceil(file.size / PIECES);
    for (;;) {
      const upload = unfinished.get(place);
      if (upload === undefined) return { ...answerOf(410), outOfStep: true };
      onProgress(upload.arrived);
      if (upload.arrived >= file.size) break;
      await cross(signal);
      upload.arrived = Math.min(file.size, upload.arrived + step);
    }
    take(metadata.key ?? '', metadata.filename ?? '');
    unfinished.delete(place);
    await cross(signal);
    return answerOf(204);
  }

  function receiptOf(key: string): FakeAnswer {
    const name = receipts.get(key);
    if (name === undefined) return { status: 404, body: { message: 'There is no such upload.' } };
    const facts = { size: 1, status: 'validated', targetPlatforms: [], createdAt: 'now' };
    return { body: { bundle: { id: key, name, ...facts } } };
  }

  return {
    bundles,
    receiptOf,
    forgetUnfinished: () => unfinished.clear(),
    hash: async (file) => `hash of ${file.size}`,
    sendForm,
    sendResumable,
  };
}

function answerOf(status: number, body: unknown = {}): RawAnswer {
  return { ok: status < 300, status, statusText: '', text: JSON.stringify(body) };
}
