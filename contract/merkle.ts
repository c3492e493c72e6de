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
  let used = 0;
  function visit(from: number, to: number): Hash | undefined {
    if (to <= first || from >= end) return proof[used++];
    if (from >= first && to <= end) return rootOf(leaves, from - first, to - first);
    const middle = from + splitOf(to - from);
    const left = visit(from, middle);
    const right = visit(middle, to);
    return left && right && nodeHash(left, right);
  }
  const root = leaves.length > 0 && end <= size ? visit(0, size) : undefined;
  return used === proof.length ? root : undefined;
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
  if (former.size > present.size || former.size === 0) return false;
  let used = 0;
  const next = (): Hash => proof[used++] ?? NODE;
  /** @returns the roots of the former and of the present leaves below a node, in the order of `consistencySubtrees` */
  function roots(count: number, [from, to]: Subtree, isWhole: boolean): [Hash, Hash] {
    if (count === to - from) {
      const hash = isWhole ? former.root : next();
      return [hash, hash];
    }
    const middle = from + splitOf(to - from);
    if (count <= middle - from) {
      const [left, grown] = roots(count, [from, middle], isWhole);
      return [left, nodeHash(grown, next())];
    }
    const [right, grown] = roots(count - (middle - from), [middle, to], false);
    const left = next();
    return [nodeHash(left, right), nodeHash(left, grown)];
  }
  const [before, now] = roots(former.size, [0, present.size], true);
  return used === proof.length && isSame(before, former.root) && isSame(now, present.root);
}

const isSame = (a: Hash, b: Hash): boolean => bytesToHex(a) === bytesToHex(b);
