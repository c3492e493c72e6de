import { randomBytes } from 'node:crypto';
import { openBundleStore } from '../bundles/store/open-bundle-store.ts';
import type { Config } from '../config/config.ts';
import type { Tx } from '../database/database.ts';
import { openDatabaseToRead } from '../database/open-database.ts';
import { assertSqliteIn } from '../database/sqlite.ts';
import { createSecretBox, findSecretKey, type SecretBox } from '../secrets/secret-box.ts';
import { readKeys } from './node-keys.ts';

/** Where the parts of a node's state are. */
export type StateConfig = Pick<Config, 'dataDir' | 'database' | 'secretKey' | 'bundleStore'>;

/** The state of a node, which may be running. The owner closes it. */
export type ArchiveSource = Awaited<ReturnType<typeof openSource>>;

/**
 * Opens the state of a node to read it, whether the node runs or not. Nothing of it is changed.
 *
 * @throws ActionableError, DatabaseUnreachableError
 */
export async function openSource(config: StateConfig) {
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
    /** Another connection: it sees what has changed since the snapshot. */
    live,
    secrets,
    bundles,
    readKeys: (tx: Tx) => readKeys(tx, { directory, secrets }),
    async close(): Promise<void> {
      await db.destroy();
      await live.destroy();
      bundles.close();
    },
  };
}

/** As a node would, but without making a key: where there is none, nothing was ever sealed. */
function openExistingBox({ dataDir, database, secretKey }: StateConfig): SecretBox {
  const own = database === null ? findSecretKey(dataDir) : undefined;
  return createSecretBox(own ?? secretKey ?? randomBytes(32).toString('base64url'));
}
