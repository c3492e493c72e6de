import { fstatSync, writeSync } from 'node:fs';

const FD = 1;
/** What waits for a slow reader at most. */
const WAITING_MAX_BYTES = 1024 * 1024;
const kind = fstatSync(FD);
/** A stream waits for a slow reader; of a file Node would make one that ends with its first error. */
const isStream = process.stdout.isTTY || kind.isFIFO() || kind.isSocket();

/**
 * Where log lines go. What cannot be written, on a disk that is full or to a reader that has gone or does not read, is lost, and the
 * server goes on: the lines after it are written as soon as there is room.
 */
export const standardOutput = {
  write(line: string): void {
    try {
      if (!isStream) writeSync(FD, line);
      else if (process.stdout.writableLength < WAITING_MAX_BYTES) process.stdout.write(line);
    } catch {
      // Whom could it be said to?
    }
  },
};

process.stdout.on('error', () => undefined);
