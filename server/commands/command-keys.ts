import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ActionableError } from '../base/actionable-error.ts';
import type { Config } from '../config/config.ts';
import { openForCommand } from '../database/store.ts';
import { FILES, fileKeys, type KeyStore, tableKeys } from '../secrets/key-store.ts';
import { openNodeBox } from '../secrets/node-secrets.ts';

/**
 * The keys of a node that has started before, for a short command, also while the node runs.
 *
 * @throws ActionableError, DatabaseUnreachableError, WrongSecretKeyError
 */
export async function withNodeKeys<T>(
  config: Pick<Config, 'secretKey' | 'database' | 'dataDir'>,
  work: (keys: KeyStore) => Promise<T>,
): Promise<T> {
  const { database, dataDir } = config;
  if (database === null) {
    if (!existsSync(join(dataDir, FILES.identity)))
      throw new ActionableError(
        `DATA_DIR: ${dataDir} has no key of this node yet. Start the node once.`,
      );
    return work(fileKeys(dataDir));
  }
  const { db, close } = await openForCommand(config);
  try {
    const commit: Parameters<typeof tableKeys>[0] = (change) => db.transaction().execute(change);
    return await work(tableKeys(commit, openNodeBox(config)));
  } finally {
    await close();
  }
}
