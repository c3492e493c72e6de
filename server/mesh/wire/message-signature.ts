import { createHash } from 'node:crypto';
import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
  serializeParameters,
} from 'structured-headers';
import type { Identity } from '../keys/identity.ts';

/** HTTP message signatures (RFC 9421) with Ed25519, and the digest of a body (RFC 9530). What is signed, and for what, is said elsewhere. */

/** A request or an answer, as far as a signature can cover it. */
export interface Message {
  readonly method?: string;
  /** As requested, with the query. */
  readonly target?: string;
  readonly status?: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The request that this message answers. */
  readonly request?: Message;
}

/** A component by its name, and its parameters. */
export const component = (name: string, parameters: Readonly<Record<string, string | true>> = {}) =>
  [name, new Map(Object.entries(parameters))] satisfies Item;

interface SignatureBase {
  /** What is signed. */
  readonly text: string;
  /** The covered components by their names, serialised with their parameters. */
  readonly components: ReadonlyMap<string, string>;
  /** What was covered, serialised. */
  readonly input: string;
}

/** @returns undefined when the message lacks a component, or one is named twice or not supported */
export function signatureBase(covered: InnerList, message: Message): SignatureBase | undefined {
  const components = new Map<string, string>();
  for (const item of covered[0]) {
    const id = serializeItem(item);
    const value = componentValue(item, message);
    if (value === undefined || components.has(id)) return undefined;
    components.set(id, value);
  }
  const input = `(${[...components.keys()].join(' ')})${serializeParameters(covered[1])}`;
  const lines = [...components, ['"@signature-params"', input]];
  return { text: lines.map(([id, value]) => `${id}: ${value}`).join('\n'), components, input };
}

function componentValue([name, parameters]: Item, message: Message): string | undefined {
  if (typeof name !== 'string') return undefined;
  const { req, key, ...others } = Object.fromEntries(parameters);
  const source = req === true ? message.request : message;
  const isSupported = Object.keys(others).length === 0 && (req === undefined || req === true);
  if (source === undefined || !isSupported) return undefined;
  if (name.startsWith('@')) return key === undefined ? derived(name, source) : undefined;
  return key === undefined ? fieldValue(source, name) : memberValue(source, name, String(key));
}

function memberValue(message: Message, name: string, key: string): string | undefined {
  const member = dictionaryIn(message, name)?.get(key);
  if (member === undefined) return undefined;
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
}

function derived(name: string, { method, target, status, headers }: Message): string | undefined {
  const query = target?.indexOf('?') ?? -1;
  switch (name) {
    case '@method':
      return method;
    case '@path':
      return query === -1 ? target : target?.slice(0, query);
    case '@query':
      return query === -1 ? target && '?' : target?.slice(query);
    case '@authority':
      return headers.host === undefined ? undefined : String(headers.host).toLowerCase();
    default:
      return name === '@status' && status !== undefined ? String(status) : undefined;
  }
}

function fieldValue({ headers }: Message, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'object' ? value.map((one) => one.trim()).join(', ') : value?.trim();
}

/** @returns a field as a dictionary (RFC 9651); undefined when it is missing or none */
export function dictionaryIn(message: Message, name: string) {
  const field = fieldValue(message, name);
  try {
    return field === undefined ? undefined : parseDictionary(field);
  } catch {
    return undefined;
  }
}

/** @returns the two header fields of a signature with this label. @throws when the message lacks what is covered */
export function signMessage(
  message: Message,
  covered: InnerList,
  label: string,
  { signBytes }: Pick<Identity, 'signBytes'>,
): { readonly 'signature-input': string; readonly signature: string } {
  const base = signatureBase(covered, message);
  if (base === undefined) throw new Error('The message lacks what the signature covers');
  return {
    'signature-input': `${label}=${base.input}`,
    signature: `${label}=:${signBytes(Buffer.from(base.text)).toString('base64')}:`,
  };
}

interface ReadSignature {
  readonly covered: InnerList;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly signature: Uint8Array;
}

/** @returns the signature with this label, not verified; undefined when it is not one of RFC 9421 */
export function readSignature(message: Message, label: string): ReadSignature | undefined {
  const covered = dictionaryIn(message, 'signature-input')?.get(label);
  const [signature] = dictionaryIn(message, 'signature')?.get(label) ?? [];
  if (covered === undefined || !isInnerList(covered) || !(signature instanceof ArrayBuffer))
    return undefined;
  return {
    covered,
    parameters: Object.fromEntries(covered[1]),
    signature: new Uint8Array(signature),
  };
}

const sha256 = (body: Uint8Array) => createHash('sha256').update(body);

/** @returns the SHA-256 of a body, base64url */
export const digestOf = (body: Uint8Array): string => sha256(body).digest('base64url');

/** @returns the field `content-digest` of a body */
export const contentDigest = (body: Uint8Array): string =>
  `sha-256=:${sha256(body).digest('base64')}:`;

/** @returns the SHA-256 that a message says its body has, base64url; undefined when it says none */
export function digestIn(message: Message): string | undefined {
  const [digest] = dictionaryIn(message, 'content-digest')?.get('sha-256') ?? [];
  return digest instanceof ArrayBuffer ? Buffer.from(digest).toString('base64url') : undefined;
}
