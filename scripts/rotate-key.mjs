import { register } from 'tsx/esm/api';

/**
 * `npm run rotate-key`: makes a new key for the node whose `DATA_DIR` this is. A running node goes on
 * signing with the old one until it is started again: time to hand the new thumbprint to sisters that name
 * this node's keys in their configuration.
 */
register();
const { readConfig } = await load('config.ts');
const { rotateIdentity } = await load('mesh/identity.ts');
try {
  const { dataDir } = readConfig(process.env, process.cwd());
  const thumbprint = await rotateIdentity(dataDir, Date.now);
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
