/**
 * Reads a remote object by ranges: whole blocks are fetched and the last few kept, and while blocks are read one after
 * another the next ones are fetched ahead. Memory is bounded by `kept + ahead` blocks.
 */
interface BlockReaderOptions {
  /** Bytes of the object. */
  readonly size: number;
  /** @returns the bytes from `start` up to `end` */
  readonly fetchRange: (start: number, end: number) => Promise<Buffer>;
  readonly blockBytes?: number;
  readonly kept?: number;
  readonly ahead?: number;
}

const MIB = 1024 * 1024;

/** @returns fills a buffer with the bytes at a position; the caller stays inside of the object */
export function createBlockReader({
  size,
  fetchRange,
  blockBytes = MIB,
  kept = 6,
  ahead = 2,
}: BlockReaderOptions): (at: number, into: Buffer) => Promise<void> {
  const last = Math.ceil(size / blockBytes) - 1;
  /** The least recently used first. */
  const blocks = new Map<number, Promise<Buffer>>();
  let previous = -1;

  function fetchBlock(index: number): Promise<Buffer> {
    const block = blocks.get(index) ?? startFetch(index);
    blocks.delete(index);
    blocks.set(index, block);
    for (const [oldest] of blocks) {
      if (blocks.size <= kept + ahead) break;
      blocks.delete(oldest);
    }
    return block;
  }

  function startFetch(index: number): Promise<Buffer> {
    const block = fetchRange(index * blockBytes, Math.min(size, (index + 1) * blockBytes));
    // A failed block is fetched anew by the next reader; whoever waits for it gets the error.
    block.catch(() => blocks.delete(index));
    return block;
  }

  function blockAt(index: number): Promise<Buffer> {
    const isSequential = index === previous + 1 || index === previous;
    previous = index;
    const block = fetchBlock(index);
    if (isSequential)
      for (let next = index + 1; next <= Math.min(last, index + ahead); next += 1)
        void fetchBlock(next);
    return block;
  }

  return async (at, into) => {
    for (let done = 0; done < into.length; ) {
      const index = Math.floor((at + done) / blockBytes);
      const block = await blockAt(index);
      const copied = block.copy(into, done, at + done - index * blockBytes);
      if (copied === 0)
        throw new Error('The storage answered with fewer bytes than the object has.');
      done += copied;
    }
  };
}
