import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { type Fields, rowsOf } from './candidate.ts';

/** Aliases may make so many times of a file what is written in it, and of a small one so many values. */
const EXPANDED = { times: 20, values: 5_000 };

type Node = ParsedNode | null | undefined;

/** @returns the documents of a file, in time and memory that grow with its size. @throws Error if it is no YAML, or far too much */
export function readYaml(text: string): unknown[] {
  return [...parseAllDocuments(text, { uniqueKeys: false })].map(
    ({ errors: [error], contents }) => {
      if (error) throw error;
      return createReader()(contents as Node);
    },
  );
}

/** A number that is written otherwise than it is read, such as 007 or one of twenty digits, is a name to whoever wrote it. */
const plainOf = ({ value, source }: Scalar): unknown =>
  typeof value === 'number' && String(value) !== source ? source : value;

/** The library looks each alias up in all of the document. */
function createReader(): (node: Node) => unknown {
  const anchors = new Map<string, { readonly value: unknown; readonly size: number }>();
  let [written, expanded] = [0, 0];
  function grow(size: number): void {
    expanded += size;
    if (expanded > EXPANDED.times * written + EXPANDED.values) throw new Error('too many aliases');
  }
  function read(node: Node): unknown {
    if (isAlias(node)) {
      const anchor = anchors.get(node.source);
      if (anchor === undefined) throw new Error('unknown anchor');
      grow(anchor.size);
      return anchor.value;
    }
    const before = expanded;
    written += 1;
    grow(1);
    const value = contentOf(node);
    if (node?.anchor) anchors.set(node.anchor, { value, size: expanded - before });
    return value;
  }
  function contentOf(node: Node): unknown {
    if (isSeq(node)) return node.items.map((item) => read(item as Node));
    return isMap(node) ? fieldsOf(node) : isScalar(node) ? plainOf(node) : null;
  }
  function fieldsOf({ items }: YAMLMap): Fields {
    const pairs = items.map(
      ({ key, value }) => [String(read(key as Node)), read(value as Node)] as const,
    );
    const [merged, own] = [true, false].map((is) =>
      pairs.filter(([name]) => (name === '<<') === is),
    );
    const fields = new Map(own);
    const sources = rowsOf(merged?.flatMap(([, value]) => value));
    for (const [name, value] of sources.flatMap((one) => Object.entries(one))) {
      grow(1);
      if (!fields.has(name)) fields.set(name, value);
    }
    return Object.fromEntries(fields);
  }
  return read;
}
