import { openIdentity } from '../server/mesh/identity.ts';
import { startPracticeMesh } from '../server/practice/practice-mesh.ts';

/** Many prompt sisters in one process, for a node whose data directory is given; tells where they are. */
const [dataDir = '', count = '0'] = process.argv.slice(2);
const node = await openIdentity(dataDir, 'meridian', Date.now);
const platforms = Array.from({ length: Number(count) }, (_, place) => ({ id: `sister-${place}` }));
const sisters = await startPracticeMesh(platforms, {
  node: { id: node.id, jwks: node.jwks(), address: () => undefined },
  lateMs: 0,
  now: Date.now,
  manner: () => ({ answers: 'promptly' }),
});
process.send?.([...sisters.addresses]);
