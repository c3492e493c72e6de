import { Readable } from 'node:stream';
import { ArchiveError } from './archive-error.ts';

/** Of an age file; a gzip file begins otherwise. */
export const AGE_MAGIC = 'age-encryption.org/';
export const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

type Bytes = AsyncIterable<Uint8Array>;

/** @returns a step of a pipeline that encrypts; without a passphrase one that changes nothing */
export function encrypted(passphrase: string | null) {
  return async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    if (passphrase === null) return yield* source;
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    yield* await encrypter.encrypt(webStream(source));
  };
}

/** @returns a step of a pipeline. It throws ArchiveError for the wrong passphrase */
export function decrypted(passphrase: string) {
  return async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    const { Decrypter } = await import('age-encryption');
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    const opened = await decrypter.decrypt(webStream(source)).catch((error: unknown) => {
      const isWrong = String(error).includes('no identity matched');
      throw isWrong ? new ArchiveError('The passphrase is not the one of this archive.') : error;
    });
    yield* opened;
  };
}

const webStream = (source: Bytes) =>
  Readable.toWeb(Readable.from(source)) as unknown as globalThis.ReadableStream<Uint8Array>;
