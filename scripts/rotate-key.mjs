import { register } from 'tsx/esm/api';

/**
 * `npm run rotate-key`: creates a new key for the node of this `DATA_DIR` or `DATABASE_URL`. A running node signs with the old
 * one until it is restarted, so there is time to give the new thumbprint to peers that pin this node's keys.
 */
register();
const { readConfig } = await load('config/config.ts');
const { withNodeKeys } = await load('commands/command-keys.ts');
const { rotateIdentity } = await load('mesh/keys/identity.ts');
try {
  // Whoever asks how it is used must not get a new key.
  if (process.argv.length > 2) throw new Error('Usage: npm run rotate-key');
  const config = readConfig(process.env, process.cwd());
  const thumbprint = await withNodeKeys(config, (/** @type {unknown} */ keys) =>
    rotateIdentity(keys, Date.now),
  );
  console.log(`New key: ${thumbprint}`);
  const start = config.database === null ? 'the next start' : 'the next start of each instance';
  console.log(`It is used from ${start} on; the old one stays published for a week.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
