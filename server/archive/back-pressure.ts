import type { EventEmitter } from 'node:events';

/**
 * Resolves when a stream takes more, or is closed and never will. Memory stays the same however often it is waited for, which
 * a race with a promise of the stream's end would not do: that keeps something for every chunk.
 */
export function drained(stream: EventEmitter & { readonly destroyed: boolean }): Promise<void> {
  return new Promise((resolve) => {
    function done(): void {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    }
    if (stream.destroyed) return resolve();
    stream.on('drain', done);
    stream.on('close', done);
  });
}
