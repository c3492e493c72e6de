import type { Installing } from './installing.ts';

/** What this browser lets the console keep, and for how long. */
export interface StorageFacts {
  /** Bytes. */
  readonly usage: number;
  /** Bytes. */
  readonly quota: number;
  /** Whether the browser keeps it until somebody removes it; else it clears it when space is short. */
  readonly persisted: boolean;
}

type Manager = Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>;

/** The browser's storage manager exists in secure contexts alone. */
const own = (): Manager | undefined => ('storage' in navigator ? navigator.storage : undefined);

/** @returns undefined where the browser does not say. Never rejects */
export async function readStorage(manager = own()): Promise<StorageFacts | undefined> {
  if (!manager) return undefined;
  try {
    const [estimate, persisted] = await Promise.all([manager.estimate(), manager.persisted()]);
    return { usage: estimate.usage ?? 0, quota: estimate.quota ?? 0, persisted };
  } catch {
    // A browser that forbids storage forbids the question as well.
    return undefined;
  }
}

/** @returns whether it is kept from now on. Never rejects */
export async function keepStorage(manager = own()): Promise<boolean> {
  return (await manager?.persist().catch(() => false)) ?? false;
}

/**
 * Asks once when the console has become an app: before that a browser would refuse, or disturb.
 *
 * @returns the undo
 */
export function keepStorageOfApp(installing: Installing, manager = own()): () => void {
  let asked = false;
  const look = () => {
    if (asked || installing.state() !== 'installed') return;
    asked = true;
    void keepStorage(manager);
  };
  look();
  return installing.subscribe(look);
}
