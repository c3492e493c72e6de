import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import {
  canonicalJson,
  type DetachedSignature,
  DetachedSignatureSchema,
  type DetachedTag,
  readInput,
  signatureBaseOf,
} from './detached.ts';
import { leafHash, rootOfRange, TREE_MAX } from './merkle.ts';

/**
 * Reports of a node's uptime log, and whether one is whole: for the node that writes them, for the program that verifies them, and for the
 * page that does so in a browser (docs/route66.md).
 */

const id = z.string().check(z.minLength(1), z.maxLength(64));
export const HashSchema = z.string().check(z.regex(/^[\da-f]{64}$/));
const positive = z.int().check(z.positive());

/** The log as it was at a moment. */
export const LogHeadSchema = z.object({
  /** Platform id of the node whose log it is. */
  node: id,
  size: positive.check(z.maximum(TREE_MAX)),
  root: HashSchema,
  /** Epoch milliseconds: when the log began, for a node may begin a new one. It has nothing of before. */
  begun: positive,
  /** Epoch milliseconds. */
  at: positive,
});
export type LogHead = z.infer<typeof LogHeadSchema>;

/** What a peer says of a head: it contains everything that the peer has seen of this log before. */
export const WitnessSchema = z.extend(LogHeadSchema, {
  witness: id,
  seenAt: positive,
  /** It is a simulated peer, of the node itself. */
  simulated: z.optional(z.literal(true)),
});
export type Witness = z.infer<typeof WitnessSchema>;

const KeySchema = z.object({ x: z.string().check(z.regex(/^[\w-]{43}$/)) });
export const SignedHeadSchema = z.object({
  value: LogHeadSchema,
  signature: DetachedSignatureSchema,
  /** Ed25519, as in a JWK. */
  key: KeySchema,
});
export type SignedHead = z.infer<typeof SignedHeadSchema>;
export const SignedWitnessSchema = z.extend(SignedHeadSchema, { value: WitnessSchema });

/** Milliseconds in a minute in which a platform was up, late, down, and down in a maintenance window; the rest was not measured. */
const TimesSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
/** Of the log's entries; the first one only says when the log began. */
export const EntrySchema = z.object({
  at: z.number(),
  times: z.optional(z.record(id, TimesSchema)),
  incident: z.optional(z.number()),
  platform: z.optional(id),
  /** opened or ended. */
  is: z.optional(z.string()),
});
export type Entry = z.infer<typeof EntrySchema>;

const FORMAT = 'meridian-uptime-1';
const CHECK_CHARS = 8;

const ReportSchema = z.object({
  format: z.literal(FORMAT),
  platform: id,
  /** Epoch milliseconds. */
  from: z.number(),
  to: z.number(),
  head: SignedHeadSchema,
  witnesses: z.array(SignedWitnessSchema).check(z.maxLength(1000)),
  /** Position of the first row in the log. */
  first: z.int().check(z.nonnegative()),
  /** Entries as they are in the log, each with the beginning of its hash, which says which one was changed. */
  rows: z.array(z.tuple([z.string(), z.string()])),
  /** Of the log's other subtrees, from left to right. */
  proof: z.array(HashSchema).check(z.maxLength(200)),
});
export type Report = z.infer<typeof ReportSchema>;

export const reportOf = (
  content: Omit<Report, 'format' | 'rows'> & { readonly entries: readonly string[] },
): Report => {
  const { entries, ...report } = content;
  return { format: FORMAT, ...report, rows: entries.map((entry) => [checkOf(entry), entry]) };
};

const checkOf = (entry: string) => bytesToHex(leafHash(entry)).slice(0, CHECK_CHARS);

export interface ReportVerdict {
  /** Null: the report is whole. */
  readonly problem: string | null;
  /** What it says, only if it is whole. */
  readonly lines: readonly string[];
}

/** @returns whether an Ed25519 signature (base64) of a text is valid for a key (`x` of its JWK) */
export type VerifySignature = (key: string, text: string, signature: string) => Promise<boolean>;

export async function verifyReport(
  text: string,
  verifySignature: VerifySignature,
): Promise<ReportVerdict> {
  const report = parseAs(ReportSchema, text);
  if (report === undefined) return refused('This is not a report of uptime.');
  const { rows, first, head, proof, witnesses } = report;
  const hashes = rows.map(([, entry]) => leafHash(entry));
  const changed = rows.findIndex(
    ([check], i) => !bytesToHex(hashes[i] ?? new Uint8Array()).startsWith(check),
  );
  if (changed !== -1)
    return refused(`Row ${first + changed + 1} was changed${timeIn(rows[changed])}.`);
  const root = rootOfRange(hashes, first, head.value.size, proof.map(hexToBytes));
  if (root === undefined || bytesToHex(root) !== head.value.root)
    return refused(
      'The rows do not lead to the signed head: one was changed with its check, left out, added or moved.',
    );
  if (rows.some(([, entry]) => (parseEntry(entry)?.at ?? 0) < head.value.begun))
    return refused('A row is of a time before the log began.');
  if (!(await isSigned(head, 'route66-log-head', verifySignature)))
    return refused(
      `The head is not signed by the key that the report names for ${head.value.node}.`,
    );
  for (const one of witnesses) {
    const isWhole = isOfHead(one.value, head.value);
    if (!isWhole || !(await isSigned(one, 'route66-witness', verifySignature)))
      return refused(
        `What ${one.value.witness} is said to have witnessed is not signed by it, or is another head.`,
      );
  }
  return { problem: null, lines: describe(report) };
}

/** @returns whether it is this head that was witnessed */
export const isOfHead = ({ node, size, root, begun, at }: Witness, head: LogHead): boolean =>
  canonicalJson({ node, size, root, begun, at }) === canonicalJson(head);

const refused = (problem: string): ReportVerdict => ({ problem, lines: [] });

/** @returns undefined when a text is not JSON of this shape */
function parseAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.infer<Schema> | undefined {
  try {
    return z.parse(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const parseEntry = (entry: string) => parseAs(EntrySchema, entry);

function timeIn(row: readonly [string, string] | undefined): string {
  const at = row && parseEntry(row[1])?.at;
  return at === undefined ? '' : `: it says ${new Date(at).toISOString()}`;
}

async function isSigned(
  {
    value,
    signature,
    key: { x },
  }: { value: unknown; signature: DetachedSignature; key: { x: string } },
  tag: DetachedTag,
  verifySignature: VerifySignature,
): Promise<boolean> {
  const read = readInput(signature.input);
  if (read?.tag !== tag || read.keyid !== thumbprintOf(x)) return false;
  const digest = base64(sha256(utf8ToBytes(canonicalJson(value))));
  return verifySignature(x, signatureBaseOf(digest, signature.input), signature.signature);
}

/** RFC 7638. */
const thumbprintOf = (x: string): string =>
  base64(sha256(utf8ToBytes(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
declare const btoa: (binary: string) => string;

function describe({ platform, from, to, head, witnesses, rows }: Report): string[] {
  const entries = rows.flatMap(([, entry]) => parseEntry(entry) ?? []);
  const within = entries.filter(({ at }) => at >= from && at < to);
  const minutes = within.flatMap(({ at, times }) => {
    const own = times?.[platform];
    return own === undefined ? [] : [{ at, own }];
  });
  const sum = (place: 0 | 1 | 2 | 3) => minutes.reduce((all, { own }) => all + own[place], 0);
  const [up, late, down, planned] = [sum(0), sum(1), sum(2), sum(3)];
  const measured = up + late + down;
  const incidents = within.filter((one) => one.platform === platform && one.is === 'opened');
  const [first, last] = [minutes.at(0), minutes.at(-1)];
  const isoOf = (at: number) => new Date(at).toISOString();
  return [
    `${platform}, as ${head.value.node} measured it, from ${isoOf(from)} to ${isoOf(to)}.`,
    first && last
      ? `Minutes measured: ${minutes.length}, from ${isoOf(first.at)} to ${isoOf(last.at + 60_000)}.`
      : 'No minute was measured.',
    ...(measured > 0
      ? [
          `Up ${(((up + late) / measured) * 100).toFixed(4)} %: down ${secondsOf(down)} s, late ${secondsOf(late)} s, in maintenance ${secondsOf(planned)} s, which is not counted.`,
        ]
      : []),
    `Incidents that began: ${incidents.length}.`,
    `No row was changed. The log began at ${isoOf(head.value.begun)} and had ${head.value.size} rows at ${isoOf(head.value.at)}, signed by key ${thumbprintOf(head.key.x)}.`,
    ...(witnesses.length === 0 ? ['No other node has witnessed this.'] : []),
    ...witnesses.map(({ value: { witness, seenAt, simulated }, key }) =>
      simulated
        ? `Witnessed by ${witness} at ${isoOf(seenAt)}, a simulated peer of the node itself, which proves nothing.`
        : `Witnessed by ${witness} at ${isoOf(seenAt)}, signed by key ${thumbprintOf(key.x)}.`,
    ),
    ...(witnesses.some(({ value }) => !value.simulated)
      ? ['Compare each key with those that its platform publishes at /.well-known/jwks.json.']
      : []),
  ];
}

const secondsOf = (ms: number) => Math.round(ms / 1000);
