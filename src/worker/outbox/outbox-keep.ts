import type { UploadPayload } from '../api.ts';
import type { Clock } from '../clock.ts';
import { again, type OutboxRecord } from './outbox.ts';
import type { OutboxChannel, OutboxMessage } from './outbox-channel.ts';
import type { Drain } from './outbox-drain.ts';
import type { OutboxShelf } from './outbox-shelf.ts';
import type { OutboxWatch } from './outbox-watch.ts';

/** Takes uploads in, each once, and sees to it that the tab that sends learns of them. */
export interface Keeping {
  /** @returns the upload's id, once it is kept */
  keep(upload: UploadPayload): Promise<string>;
  /** What was added here and the leader has not shown yet. */
  untold(): readonly OutboxRecord[];
  /** The leader has shown these. */
  told(records: readonly OutboxRecord[]): void;
  forget(): void;
}

export interface KeepingParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly newKey: () => string;
  readonly shelf: OutboxShelf;
  readonly channel: OutboxChannel;
  readonly watch: OutboxWatch;
  readonly order: (message: OutboxMessage) => void;
  /** undefined while another tab sends */
  readonly drain: () => Drain | undefined;
}

export function createKeeping(parts: KeepingParts): Keeping {
  const { shelf, channel, watch, drain } = parts;
  const untold = new Map<string, OutboxRecord>();

  async function add(record: OutboxRecord, file: Blob): Promise<void> {
    if (drain() === undefined) untold.set(record.id, record);
    const added = await shelf.add(record, file);
    const sender = drain();
    if (sender !== undefined) return sender.wake();
    untold.set(record.id, added);
    channel.send({ kind: 'added', record: added, file });
    void watch.assure(() => !untold.has(record.id));
  }

  return {
    async keep(upload) {
      const record = recordOf(parts, upload);
      const isSame = ({ mark, state }: OutboxRecord) =>
        mark === record.mark && state.state !== 'done';
      const same = shelf.all().find(isSame);
      if (same === undefined) {
        await add(record, upload.file);
        return record.id;
      }
      shelf.change(same.id, again, 'passing');
      parts.order({ kind: 'retry', id: same.id });
      return same.id;
    },
    untold: () => [...untold.values()],
    told(records) {
      for (const { id } of records) untold.delete(id);
    },
    forget: () => untold.clear(),
  };
}

function recordOf(
  { clock, newKey }: Pick<KeepingParts, 'clock' | 'newKey'>,
  { file, targetPlatforms, priority }: UploadPayload,
): OutboxRecord {
  const modified = 'lastModified' in file ? String(file.lastModified) : '';
  const parts = [file.name, file.size, modified, priority, ...targetPlatforms];
  return {
    id: newKey(),
    name: file.name,
    size: file.size,
    mark: JSON.stringify(parts),
    targetPlatforms: [...targetPlatforms],
    priority,
    addedAt: clock.now(),
    inMemory: false,
    begun: false,
    tries: 0,
    sha256: undefined,
    place: undefined,
    state: { state: 'queued' },
    at: clock.now(),
  };
}
