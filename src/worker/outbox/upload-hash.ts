import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Small enough that nothing else of this worker waits for long. */
const PIECE_BYTES = 1024 * 1024;

/**
 * The browser's own digest takes a file whole or not at all; this reads it piece by piece.
 *
 * @returns SHA-256, hexadecimal, lower case. Rejects when the file cannot be read, or when given up
 */
export async function hashFile(file: Blob, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
