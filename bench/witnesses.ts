import { createIdentity, type Identity } from '../server/mesh/keys/identity.ts';
import { fixedKeyring } from '../server/mesh/keys/keyring.ts';
import { NEVER_PROBED } from '../server/mesh/peers/peer-status.ts';
import { createWitnesses } from '../server/mesh/witness/witnesses.ts';
import { asksNobody } from '../tests/doubles/no-witnesses.ts';
import { endProducts } from '../tests/e2e/product.ts';
import { isMatrix, startRealMesh } from '../tests/e2e/real-mesh.ts';
import { type Measurement, median } from './measurement.ts';

/** What does it cost a node that all say who sees whom, and how soon is a cut line seen in a mesh of seven processes? */

const RUNS = 20;
const INTERVAL_MS = 10_000;
const REAL = ['north', 'south', 'east', 'west', 'up', 'down', 'centre'] as const;

export async function measure(): Promise<Measurement[]> {
  return [...(await measureRound(7)), ...(await measureRound(50)), ...(await measureReal())];
}

const platform = (id: string) => ({ id, name: id, domain: `${id}.mesh.example` });

/** Every node says its part to the first one; only what that one does is measured. */
async function measureRound(size: number): Promise<Measurement[]> {
  let now = Date.now();
  const ids = Array.from({ length: size }, (_, i) => `platform-${i}`);
  const identities = await Promise.all(ids.map(createIdentity));
  const { findKey } = await fixedKeyring(identities.map((one) => [one.id, one.jwks()] as const));
  const start = (identity: Identity) => {
    const platforms = ids.filter((id) => id !== identity.id).map(platform);
    return createWitnesses({
      ...{ identity, findKey, freshMs: 2.3 * INTERVAL_MS, needed: 2, clock: { now: () => now } },
      ...{ self: platform(identity.id), registry: { platforms, meshNodes: () => platforms } },
      asking: asksNobody,
      ...{ spawn: () => undefined, log: { warn: () => undefined } },
    });
  };
  const nodes = identities.map(start);
  const after = { ...NEVER_PROBED, status: 'connected', latencyMs: 12.3 } as const;
  const updatesOf = (id: string) =>
    ids
      .filter((other) => other !== id)
      .map((other) => ({ platform: platform(other), before: after, after, outcome: null }));
  const [first, ...others] = nodes;
  if (first === undefined) throw new Error('there is no node');
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < RUNS; round++) {
    now += INTERVAL_MS;
    others.forEach((node, i) => {
      node.judgeRound(updatesOf(ids[i + 1] ?? ''), now);
      node.testify(round);
    });
    const answers = await Promise.all(others.map((node) => node.answer({})));
    const asked = ids.slice(1).map((id) => first.outgoing(id));
    bytes = [...answers, ...asked].reduce((sum, one) => sum + JSON.stringify(one).length, 0);
    const started = process.cpuUsage();
    for (const answer of answers) await first.receive(answer);
    // They ask, too, and bring the same.
    for (const { testimony } of answers) await first.answer({ testimony });
    first.judgeRound(updatesOf(ids[0] ?? ''), now);
    first.testify(round);
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1000);
  }
  const of = `a round of ${size} nodes`;
  return [
    {
      name: `Who sees whom, ${of}: processor of one node`,
      ...{ unit: 'ms', aim: 'under 50 ms', value: median(times), runs: times },
      note: 'checking, judging and signing, without the calls themselves, which probes make anyway',
    },
    {
      name: `Who sees whom, ${of}: bytes that its probes carry more, both ways`,
      ...{ unit: 'KB', aim: 'under 1,000 KB', value: bytes / 1000, runs: [] },
    },
  ];
}

async function measureReal(): Promise<Measurement[]> {
  const mesh = await startRealMesh(REAL);
  const whole = await mesh.roundsUntil(isMatrix(REAL, () => true));
  mesh.cut('south', true);
  const isCut = (from: string, to: string) => [from, to].sort().join(' ') === 'north south';
  const cut = await mesh.roundsUntil(isMatrix(REAL, (from, to) => !isCut(from, to)));
  for (const id of REAL.slice(1)) mesh.cut(id, true);
  const alone = await mesh.roundsUntil(({ cutOff }) => cutOff !== null);
  const own = (await mesh.incidents()).find(({ scope }) => scope === 'node');
  const since = (await mesh.incidents()).filter(({ id }) => id >= (own?.id ?? 0));
  await mesh.close();
  await endProducts();
  return [
    {
      name: 'Seven real nodes: rounds until a cut line is in the matrix',
      ...{ unit: 'rounds', aim: 'at most 2', value: cut, runs: [whole, cut, alone] },
      note: 'runs: after the start, after one line was cut, and until the node knows that it is cut off',
    },
    {
      name: 'Seven real nodes: incidents from when its own lines were cut',
      ...{ unit: 'incidents', aim: '1', value: since.length, runs: [] },
    },
  ];
}
