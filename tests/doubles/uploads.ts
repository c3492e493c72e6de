import type {
  FormUpload,
  RawAnswer,
  ResumableUpload,
  UploadTransports,
} from '../../src/worker/outbox/transports.ts';

/** One upload on its way: the test says what becomes of it. */
interface OnTheWay {
  readonly kind: 'form' | 'resumable';
  readonly order: FormUpload | ResumableUpload;
  answer(status: number, body?: unknown, outOfStep?: boolean): void;
  /** The line breaks when something has left. */
  breakOff(): void;
  /** There is no line. */
  notReached(): void;
}

export interface FakeUploads extends UploadTransports {
  readonly tries: readonly OnTheWay[];
  /** Throws when nothing was ever sent. */
  last(): OnTheWay;
  /** From now on files are read so. */
  hashWith(hash: UploadTransports['hash']): void;
}

export function createFakeUploads(): FakeUploads {
  const tries: OnTheWay[] = [];
  let hash: UploadTransports['hash'] = async (file) => `hash of ${await file.text()}`;

  function begin(kind: OnTheWay['kind'], order: FormUpload | ResumableUpload): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const notReached = () => reject(new Error('Failed to fetch'));
      order.signal.addEventListener('abort', notReached);
      tries.push({
        kind,
        order,
        notReached,
        breakOff() {
          order.onProgress(1);
          notReached();
        },
        answer(status, body = {}, outOfStep = false) {
          const ok = status >= 200 && status < 300;
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          resolve({ ok, status, statusText: '', text, outOfStep });
        },
      });
    });
  }

  return {
    tries,
    last() {
      const last = tries.at(-1);
      if (last === undefined) throw new Error('nothing was sent');
      return last;
    },
    hash: (...order) => hash(...order),
    hashWith(next) {
      hash = next;
    },
    sendForm: (order) => begin('form', order),
    sendResumable: (order) => begin('resumable', order),
  };
}
