import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { openBundleStore } from '../bundles/store/open-bundle-store.ts';
import type { Config } from '../config.ts';
import { createSecretBox, findSecretKey, type SecretBox } from '../secrets/secret-box.ts';
import { openDatabaseToRead } from '../store/open-database.ts';
import { sqlitePath } from '../store/sqlite.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveSource } from './backup.ts';
import { readKeys } from './node-keys.ts';

/** Where the parts of a node's state are. */
export type StateConfig = Pick<Config, 'dataDir' | 'database' | 'secretKey' | 'bundleStore'>;

export interface OpenedSource extends ArchiveSource {
  close(): Promise<void>;
}

/**
 * Opens the state of a node to read it, whether the node runs or not. Nothing of it is changed.
 *
 * @throws ArchiveError, DatabaseUnreachableError
 */
export async function openSource(config: StateConfig): Promise<OpenedSource> {
  const { dataDir, database } = config;
  if (database === null) assertSqliteIn(dataDir);
  const place = { dataDir, database: database && { ...database, patient: true } };
  const bundles = await openBundleStore(config);
  const db = await openDatabaseToRead(place);
  const live = await openDatabaseToRead(place);
  const secrets = openExistingBox(config);
  const directory = database === null ? dataDir : null;
  return {
    db,
    live,
    secrets,
    bundles,
    readKeys: (tx) => readKeys(tx, { directory, secrets }),
    async close() {
      await db.destroy();
      await live.destroy();
      bundles.close();
    },
  };
}

/** @throws ArchiveError */
export function assertSqliteIn(dataDir: string): void {
  if (!existsSync(sqlitePath(dataDir)))
    throw new ArchiveError(`DATA_DIR: there is no database in ${dataDir}.`);
}

/** As a node would, but without making a key: where there is none, nothing was ever sealed. */
function openExistingBox({ dataDir, database, secretKey }: StateConfig): SecretBox {
  const own = database === null ? findSecretKey(dataDir) : undefined;
  return createSecretBox(own ?? secretKey ?? randomBytes(32).toString('base64url'));
}
