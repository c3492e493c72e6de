import type { Readable } from 'node:stream';
import { pipeline, Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib';

/** What has arrived of a body that breaks off is decoded too. */
const PARTIAL = { finishFlush: constants.Z_SYNC_FLUSH };

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(PARTIAL),
  'x-gzip': () => createGunzip(PARTIAL),
  deflate: createAnyInflate,
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** @returns the codings of a `Content-Encoding` header (RFC 9110, section 8.4), in the order in which they were applied */
export const codingsOf = (header = ''): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');

/** @returns the first coding that cannot be undone here; undefined: all can */
export const unknownCoding = (codings: readonly string[]): string | undefined =>
  codings.find((name) => !Object.hasOwn(DECODERS, name));

/**
 * @param codings all of them known
 * @returns the body without its codings; it fails when the body is not coded so. Ending it early ends `body`
 */
export const decoded = (body: Readable, codings: readonly string[]): Readable =>
  codings.toReversed().reduce<Readable>((stream, name) => {
    const decoder = DECODERS[name]?.();
    return decoder === undefined ? stream : pipeline(stream, decoder, () => undefined);
  }, body);

/** `deflate` is zlib's format (RFC 1950); some servers send what is in it alone (RFC 1951). */
function createAnyInflate(): Transform {
  let inner: Transform | undefined;
  const outer = new Transform({
    transform(chunk: Buffer, encoding, done) {
      if (inner === undefined) {
        const isZlib = ((chunk[0] ?? 0) & 0x0f) === 8;
        inner = isZlib ? createInflate(PARTIAL) : createInflateRaw(PARTIAL);
        inner.on('data', (part) => outer.push(part)).on('error', (error) => outer.destroy(error));
      }
      inner.write(chunk, encoding, done);
    },
    flush(done) {
      if (inner === undefined) done();
      else inner.once('end', done).end();
    },
    destroy(error, done) {
      inner?.destroy();
      done(error);
    },
  });
  return outer;
}
