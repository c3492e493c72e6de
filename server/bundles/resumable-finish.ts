import { createReadStream } from 'node:fs';
import type { Bundle } from '../../contract/shapes/bundle.ts';
import type { Platform } from '../config.ts';
import type { Bundles } from './bundles.ts';
import { RefusedUpload } from './refused-upload.ts';
import type { ResumableShelf, Unfinished } from './resumable-shelf.ts';

/** Makes bundles of uploads that are whole, each once, however many ask at the same time. */
export interface Finishing {
  /** @returns undefined while bytes are missing. @throws RefusedUpload, with the upload removed */
  finish(id: string): Promise<Bundle | undefined>;
  /** Resolves when nothing is being taken in any more. */
  settled(): Promise<void>;
}

export interface FinishingParts {
  readonly shelf: ResumableShelf;
  readonly platforms: readonly Platform[];
  readonly bundles: Pick<Bundles, 'receive' | 'keep' | 'discard'>;
}

export function createFinishing({ shelf, platforms, bundles }: FinishingParts): Finishing {
  const running = new Map<string, Promise<Bundle | undefined>>();

  async function takeIn(id: string): Promise<Bundle | undefined> {
    const whole = await shelf.find(id);
    if (whole === undefined || whole.arrived < whole.size) return undefined;
    try {
      const bundle = await keep(whole);
      await shelf.remove(id);
      return bundle;
    } catch (error) {
      // What was refused is refused again; only the server's own failures are worth another try.
      if (error instanceof RefusedUpload && error.reason !== 'no-room') await shelf.remove(id);
      throw error;
    }
  }

  async function keep({ id, facts }: Unfinished): Promise<Bundle> {
    const { accountId, username, name, priority, key } = facts;
    const incoming = await bundles.receive(createReadStream(shelf.pathOf(id)));
    try {
      if (incoming.sha256 !== facts.sha256) throw damaged();
      const wanted = facts.targets.split(' ');
      const targets = platforms.filter((platform) => wanted.includes(platform.id));
      const receipt = { accountId, key };
      return await bundles.keep(incoming, { name, targets, priority, username, receipt });
    } catch (error) {
      await bundles.discard(incoming);
      throw error;
    }
  }

  return {
    finish(id) {
      const mine = running.get(id) ?? takeIn(id).finally(() => running.delete(id));
      running.set(id, mine);
      return mine;
    },
    async settled() {
      await Promise.allSettled(running.values());
    },
  };
}

export const damaged = () =>
  new RefusedUpload('damaged', 'The file was damaged on its way. Please send it again.');
