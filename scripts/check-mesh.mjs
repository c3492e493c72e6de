import { register } from 'tsx/esm/api';

/**
 * `npm run check-mesh`: calls every platform of `mesh.config.json` as this node would, and prints what answers,
 * with which id, key, clock and version, and what to change. The node itself may run meanwhile, and should:
 * peers read its keys.
 */
register();
const { readConfig } = await load('config/config.ts');
const { isMeshNode } = await load('config/mesh-config.ts');
const { createClock } = await load('base/clock.ts');
const { openIdentity } = await load('mesh/keys/identity.ts');
const { withNodeKeys } = await load('commands/command-keys.ts');
const { createTransport } = await load('mesh/transport/transport.ts');
const { checkPeer } = await load('mesh/check-peer.ts');

try {
  process.exitCode = (await checkMesh()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function checkMesh() {
  if (process.argv.length > 2) throw new Error('Usage: npm run check-mesh');
  const config = readConfig(process.env, process.cwd());
  const { mesh, meshCa } = config;
  const nodes = mesh.platforms.filter(isMeshNode);
  const addresses = new Map(
    nodes.flatMap((/** @type {{ id: string, address?: string }} */ { id, address }) =>
      address === undefined ? [] : [[id, address]],
    ),
  );
  if (addresses.size === 0) {
    console.log('No platform has an "address": this node runs the mesh simulator.');
    return true;
  }
  const clock = createClock();
  const identity = await withNodeKeys(config, (/** @type {unknown} */ keys) =>
    openIdentity(keys, mesh.node.id, clock.now),
  );
  const transport = createTransport({ addresses, ca: meshCa });
  const timeoutMs = Math.max(mesh.probe.timeoutMs, 5_000);
  print('This node', [
    ['id', mesh.node.id],
    ['key', identity.jwks().keys[0]?.kid ?? ''],
  ]);
  let faulty = 0;
  for (const platform of nodes) {
    const check = await checkPeer(platform, { identity, transport, clock, timeoutMs });
    print(`${platform.name} at ${platform.address ?? 'no address'}`, check.findings);
    for (const change of check.changes) console.log(`  change     ${change}`);
    if (check.changes.length > 0) faulty += 1;
  }
  transport.dropConnections();
  const total = nodes.length;
  console.log(
    faulty === 0
      ? `All ${total} platforms are fine.`
      : `${faulty} of ${total} platforms need a change.`,
  );
  return faulty === 0;
}

/**
 * @param {string} title
 * @param {readonly (readonly [string, string])[]} findings
 */
function print(title, findings) {
  console.log(title);
  for (const [label, value] of findings) console.log(`  ${label.padEnd(10)} ${value}`);
}

/** @param {string} file of the server */
function load(file) {
  return import(new URL(`../server/${file}`, import.meta.url).href);
}
