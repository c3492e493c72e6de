import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The Merkle tree of RFC 9162, section 2.1, over SHA-256: of a log that can only grow. Hashes are hexadecimal outside of this file. */

type Hash = Uint8Array;
/** So that its halves are computed in 32 bits: four thousand years of minutes. */
export const TREE_MAX = 2 ** 31;
/** Leaves from one position up to another. */
export type Subtree = readonly [from: number, to: number];

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

export const leafHash = (entry: string): Hash => sha256(concatBytes(LEAF, utf8ToBytes(entry)));
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(concatBytes(NODE, left, right));

/** @returns the largest power of two that is smaller */
const splitOf = (size: number): number => 2 ** (31 - Math.clz32(size - 1));

/** @returns the root of these leaves */
export function rootOf(leaves: readonly Hash[], from = 0, to = leaves.length): Hash {
  if (to - from === 0) return sha256(new Uint8Array());
  const [first] = to - from === 1 ? leaves.slice(from, to) : [];
  if (first !== undefined) return first;
  const middle = from + splitOf(to - from);
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

/** @returns the subtrees whose hashes prove that the leaves of a range are in a tree of this size, from left to right */
export function outsideOf([first, end]: Subtree, [from, to]: Subtree): Subtree[] {
  if (to <= first || from >= end) return [[from, to]];
  if (from >= first && to <= end) return [];
  const middle = from + splitOf(to - from);
  return [...outsideOf([first, end], [from, middle]), ...outsideOf([first, end], [middle, to])];
}

/**
 * Of a range of one leaf the proof is its inclusion proof.
 *
 * @param leaves from the position `first` on, at least one
 * @param proof hashes of `outsideOf`
 * @returns the root that these leaves lead to; undefined when the proof has too few or too many hashes
 */
export function rootOfRange(
  leaves: readonly Hash[],
  first: number,
  size: number,
  proof: readonly Hash[],
): Hash | undefined {
  const end = first + leaves.length;
  const outside = outsideOf([first, end], [0, size]);
  if (leaves.length === 0 || end > size || outside.length !== proof.length) return undefined;
  const inside = leaves.map((_, i): Subtree => [first + i, first + i + 1]);
  return rootFrom(hashesBySubtree([...outside, ...inside], [...proof, ...leaves]), [0, size]);
}

const hashesBySubtree = (subtrees: readonly Subtree[], hashes: readonly Hash[]) =>
  new Map(subtrees.map((subtree, i) => [subtree.join(), hashes[i]]));

/** @returns what the hashes of some of its subtrees lead to; undefined when one is missing */
function rootFrom(
  known: ReadonlyMap<string, Hash | undefined>,
  [from, to]: Subtree,
): Hash | undefined {
  const hash = known.get(`${from},${to}`);
  if (hash !== undefined || to - from === 1) return hash;
  const middle = from + splitOf(to - from);
  const left = rootFrom(known, [from, middle]);
  const right = left && rootFrom(known, [middle, to]);
  return left && right && nodeHash(left, right);
}

/** @returns the subtrees whose hashes prove that a tree of `former` leaves has grown to `size`, as the RFC orders them */
export function consistencySubtrees(former: number, size: number): Subtree[] {
  function below(count: number, [from, to]: Subtree, isWhole: boolean): Subtree[] {
    if (count === to - from) return isWhole ? [] : [[from, to]];
    const middle = from + splitOf(to - from);
    return count <= middle - from
      ? [...below(count, [from, middle], isWhole), [middle, to]]
      : [...below(count - (middle - from), [middle, to], false), [from, middle]];
  }
  return former === 0 || former > size ? [] : below(former, [0, size], true);
}

interface GrownTree {
  readonly former: { readonly size: number; readonly root: Hash };
  readonly present: { readonly size: number; readonly root: Hash };
}

/** @returns whether the present tree has the former one's leaves at its beginning: section 2.1.4 */
export function isConsistent({ former, present }: GrownTree, proof: readonly Hash[]): boolean {
  const subtrees = consistencySubtrees(former.size, present.size);
  const isPossible = former.size > 0 && former.size <= present.size;
  if (!isPossible || subtrees.length !== proof.length) return false;
  const known = hashesBySubtree(subtrees, proof);
  // A former tree that is a whole subtree of the present one has no parts in the proof.
  const before = rootFrom(known, [0, former.size]) ?? former.root;
  const now = rootFrom(known.set(`0,${former.size}`, former.root), [0, present.size]);
  return isSame(before, former.root) && now !== undefined && isSame(now, present.root);
}

const isSame = (a: Hash, b: Hash): boolean => bytesToHex(a) === bytesToHex(b);
