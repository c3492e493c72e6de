import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Journal } from '../database/journal.ts';
import { fileKeys, type KeyStore, tableKeys, updateSealed } from './key-store.ts';
import { openSecret } from './rows.ts';
import {
  createSecretBox,
  findSecretKey,
  openSecretBox,
  type SecretBox,
  WrongSecretKeyError,
} from './secret-box.ts';

/** What a node must not give away. */
export interface NodeSecrets {
  /** Encrypts what the database holds. */
  readonly secrets: SecretBox;
  /** The node's own keys. */
  readonly keys: KeyStore;
  /** Signs cookies. */
  readonly cookieSecret: string;
}

/** Of the configuration. */
type SecretsPlace = Pick<Config, 'secretKey' | 'database' | 'dataDir'>;

/**
 * On SQLite the keys are files, of one process; on PostgreSQL they are sealed rows, which whichever instance starts first
 * creates for all.
 *
 * @throws ActionableError, WrongSecretKeyError
 */
export async function openNodeSecrets(
  config: SecretsPlace,
  { commit }: Pick<Journal, 'commit'>,
): Promise<NodeSecrets> {
  const secrets = openNodeBox(config);
  if (config.database === null) {
    const cookieSecret = await commit((tx) => openSecret(tx, 'cookies'));
    return { secrets, keys: fileKeys(config.dataDir), cookieSecret };
  }
  const cookieSecret = await commit((tx) =>
    updateSealed(tx, secrets, 'cookies', async (text) => text ?? newSecret()),
  );
  return { secrets, keys: tableKeys(commit, secrets), cookieSecret };
}

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * The box of a node: by SECRET_KEY if it is set, else by the file of its data directory.
 *
 * @throws ActionableError, WrongSecretKeyError
 */
export function openNodeBox({ secretKey, database, dataDir }: SecretsPlace): SecretBox {
  if (secretKey === null) return openSecretBox(dataDir);
  // What is in a SQLite database was sealed by the file's key, if there is one.
  const former = database === null ? findSecretKey(dataDir) : undefined;
  if (former !== undefined && former !== secretKey) throw new WrongSecretKeyError();
  return createSecretBox(secretKey);
}
