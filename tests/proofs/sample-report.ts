import { bytesToHex } from '@noble/hashes/utils.js';
import { leafHash, outsideOf, rootOf } from '../../proofs/merkle.ts';
import { reportOf } from '../../proofs/report.ts';
import { signDetached } from '../../server/mesh/keys/detached.ts';
import { createIdentity, type Identity } from '../../server/mesh/keys/identity.ts';

export const HOUR_MS = 3_600_000;
export const START = Date.UTC(2026, 0, 1);

export const keyOf = (identity: Identity) => ({ x: identity.jwks().keys[0]?.x ?? '' });

/** An hour a row, in the middle of a longer log; every hundredth hour forge was down. */
export async function sampleReport(hours: number) {
  const [node, forge] = await Promise.all([createIdentity('meridian'), createIdentity('forge')]);
  const entries = Array.from({ length: hours + 300 }, (_, i) => {
    const down = i % 100 === 0 ? HOUR_MS : 0;
    const times = { forge: [HOUR_MS - down, 0, down, 0] };
    return JSON.stringify({ at: START + (i - 100) * HOUR_MS, times });
  });
  const leaves = entries.map(leafHash);
  const [size, first] = [leaves.length, 100];
  const root = bytesToHex(rootOf(leaves));
  const at = START + hours * HOUR_MS;
  const value = { node: 'meridian', size, root, begun: START - 100 * HOUR_MS, at };
  const signature = signDetached(node, 'route66-log-head', value, at);
  const witness = { ...value, witness: 'forge', seenAt: at + 50 };
  const proof = outsideOf([first, first + hours], [0, size]).map(([from, to]) =>
    bytesToHex(rootOf(leaves, from, to)),
  );
  const report = reportOf({
    ...{ platform: 'forge', from: START, to: at, first, proof },
    entries: entries.slice(first, first + hours),
    head: { value, signature, key: keyOf(node) },
    witnesses: [
      {
        value: witness,
        signature: signDetached(forge, 'route66-witness', witness, at),
        key: keyOf(forge),
      },
    ],
  });
  return { report, node, forge };
}
