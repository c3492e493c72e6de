import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  consistencySubtrees,
  isConsistent,
  leafHash,
  nodeHash,
  outsideOf,
  rootOf,
  rootOfRange,
  type Subtree,
} from '../../proofs/merkle.ts';

const leavesOf = (size: number) => Array.from({ length: size }, (_, i) => leafHash(`d${i}`));
/** The names of section 2.1.5: a to j, in the tree of seven leaves. */
const NAMES: Record<string, string> = {
  '0-1': 'a',
  '1-2': 'b',
  '2-3': 'c',
  '3-4': 'd',
  '4-5': 'e',
  '5-6': 'f',
  '6-7': 'j',
  '0-2': 'g',
  '2-4': 'h',
  '4-6': 'i',
  '0-4': 'k',
  '4-7': 'l',
};
const named = (subtrees: readonly Subtree[]) =>
  subtrees.map(([from, to]) => NAMES[`${from}-${to}`]).join(' ');

describe('the tree of RFC 9162', () => {
  test('hashes leaves and nodes apart, and nothing at all', () => {
    expect(bytesToHex(rootOf([]))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    // The vectors that implementations of Certificate Transparency share: RFC 6962 has the same tree.
    expect(bytesToHex(leafHash(''))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    const [left, right] = [utf8ToBytes('N123'), utf8ToBytes('N456')];
    expect(bytesToHex(nodeHash(left, right))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    );
  });

  test('proves inclusion by the hashes of section 2.1.5', () => {
    const proofOf = (leaf: number) => named(outsideOf([leaf, leaf + 1], [0, 7]));
    // From left to right; the RFC lists the same from the leaf upwards.
    expect(proofOf(0)).toBe('b h l');
    expect(proofOf(3)).toBe('g c l');
    expect(proofOf(4)).toBe('k f j');
    expect(proofOf(6)).toBe('k i');
  });

  test('proves consistency by the hashes of section 2.1.5', () => {
    expect(named(consistencySubtrees(3, 7))).toBe('c d g l');
    expect(named(consistencySubtrees(4, 7))).toBe('l');
    expect(named(consistencySubtrees(6, 7))).toBe('i j k');
    expect(consistencySubtrees(7, 7)).toEqual([]);
    expect(consistencySubtrees(0, 7)).toEqual([]);
    // A log that has lost entries proves nothing.
    expect(consistencySubtrees(8, 7)).toEqual([]);
  });
});

test('any range leads to the root, and none that was changed', () => {
  const sizes = fc.integer({ min: 1, max: 70 });
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), fc.nat(), (size, a, b, c) => {
      const leaves = leavesOf(size);
      const first = a % size;
      const end = first + 1 + (b % (size - first));
      const proof = outsideOf([first, end], [0, size]).map(([from, to]) =>
        rootOf(leaves, from, to),
      );
      const range = leaves.slice(first, end);
      const root = bytesToHex(rootOf(leaves));
      const rootWith = (hashes: Uint8Array[], path = proof) => {
        const found = rootOfRange(hashes, first, size, path);
        return found && bytesToHex(found);
      };
      expect(rootWith(range)).toBe(root);
      const changed = range.with(c % range.length, leafHash('changed'));
      expect(rootWith(changed)).not.toBe(root);
      expect(rootWith(range.slice(1))).not.toBe(root);
      expect(rootWith(range, [...proof, leafHash('more')])).toBeUndefined();
    }),
  );
});

test('any grown tree is consistent with its former one, and none that was changed', () => {
  const sizes = fc.integer({ min: 1, max: 70 });
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), (size, a, b) => {
      const leaves = leavesOf(size);
      const former = 1 + (a % size);
      const proofIn = (tree: readonly Uint8Array[]) =>
        consistencySubtrees(former, size).map(([from, to]) => rootOf(tree, from, to));
      const trees = (tree: readonly Uint8Array[]) => ({
        former: { size: former, root: rootOf(leaves, 0, former) },
        present: { size, root: rootOf(tree) },
      });
      expect(isConsistent(trees(leaves), proofIn(leaves))).toBe(true);
      const rewritten = leaves.with(b % former, leafHash('changed'));
      expect(isConsistent(trees(rewritten), proofIn(rewritten))).toBe(false);
      expect(isConsistent(trees(leaves), [...proofIn(leaves), leafHash('more')])).toBe(false);
      expect(isConsistent(trees(leaves), proofIn(leaves).slice(1))).toBe(
        proofIn(leaves).length === 0,
      );
    }),
  );
});
