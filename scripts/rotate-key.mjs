import { register } from 'tsx/esm/api';

/**
 * `npm run rotate-key`: creates a new key for the node of this `DATA_DIR`. A running node signs with the old
 * one until it is restarted, so there is time to give the new thumbprint to peers that pin this node's keys.
 */
register();
const { readConfig } = await load('config.ts');
const { fileKeys } = await load('secrets/key-store.ts');
const { rotateIdentity } = await load('mesh/keys/identity.ts');
try {
  const { dataDir } = readConfig(process.env, process.cwd());
  const thumbprint = await rotateIdentity(fileKeys(dataDir), Date.now);
  console.log(`New key: ${thumbprint}`);
  console.log('It is used from the next start on; the old one stays published for a week.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
