import { createClock } from '../server/base/clock.ts';
import { createLoops } from '../server/base/loop.ts';
import { openIdentity } from '../server/mesh/keys/identity.ts';
import { startSimulator } from '../server/mesh/simulator/simulator.ts';
import { fileKeys } from '../server/secrets/key-store.ts';
import { createPublishedProofs } from '../tests/doubles/published-proofs.ts';

/** Many fast peers in one process, for the node of the given data directory. Sends their addresses. */
const [dataDir = '', count = '0'] = process.argv.slice(2);
const node = await openIdentity(fileKeys(dataDir), 'meridian', Date.now);
const platforms = Array.from({ length: Number(count) }, (_, place) => ({ id: `peer-${place}` }));
const clock = createClock();
const peers = await startSimulator(platforms, {
  node: { id: node.id, jwks: node.jwks(), address: () => undefined },
  lateMs: 0,
  clock,
  loops: createLoops(clock),
  published: createPublishedProofs(),
  behaviour: () => ({ answers: 'promptly' }),
});
process.send?.([...peers.addresses]);
