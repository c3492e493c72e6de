import type { Config } from '../config.ts';
import { openForCommand } from '../store/store.ts';
import { fileKeys, type KeyStore, tableKeys } from './key-store.ts';
import { openNodeBox } from './node-secrets.ts';

/**
 * The node's own keys for a short command, also while the node runs.
 *
 * @throws DatabaseUnreachableError, OtherReleaseError, WrongSecretKeyError
 */
export async function withNodeKeys<T>(
  config: Pick<Config, 'secretKey' | 'database' | 'dataDir'>,
  work: (keys: KeyStore) => Promise<T>,
): Promise<T> {
  if (config.database === null) return work(fileKeys(config.dataDir));
  const { db, close } = await openForCommand(config);
  try {
    const commit: Parameters<typeof tableKeys>[0] = (change) => db.transaction().execute(change);
    return await work(tableKeys(commit, openNodeBox(config)));
  } finally {
    await close();
  }
}
