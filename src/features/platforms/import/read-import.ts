import type { YAMLError } from 'yaml';
import { IMPORT_MAX } from '../../../../contract/platform-limits.ts';
import {
  type Candidate,
  type Fields,
  fieldsOf,
  NEW_ADDRESS,
  rowsOf,
  textOf,
  withOwnNames,
} from './candidate.ts';
import { fromGatus } from './gatus.ts';
import { columnOf, fromTable, isNumber } from './plain-table.ts';
import { fromUptimeKuma } from './uptime-kuma.ts';

const FILE_MAX_MIB = 2;

/** @returns what the file's platforms would be here. @throws Error with a sentence for whoever chose it */
export async function readImport(file: File): Promise<readonly Candidate[]> {
  if (file.size > FILE_MAX_MIB * 1024 * 1024)
    throw new Error(`The file is larger than ${FILE_MAX_MIB} MiB.`);
  const text = textIn(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\0')) throw new Error('The file is no text: export it as CSV, JSON or YAML.');
  const candidates = withOwnNames(await candidatesOf(file.name, text));
  if (candidates.length === 0) throw new Error('The file has no platforms.');
  if (candidates.length > IMPORT_MAX)
    throw new Error(`The file has more than ${IMPORT_MAX} platforms: split it.`);
  return candidates;
}

/** Programs on Windows write UTF-16, and tables in Windows-1252. */
function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isSmallEnd = first === 0xff ? second === 0xfe : second === 0;
  const isBigEnd = first === 0xfe ? second === 0xff : first === 0;
  const label = isSmallEnd ? 'utf-16le' : isBigEnd ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const HAS_ENDPOINTS = /^\s*(?:external-)?endpoints:/m;

async function candidatesOf(name: string, text: string): Promise<Candidate[]> {
  if (/^\s*[[{]/.test(text)) return fromDocuments([parsed(() => JSON.parse(text), 'JSON')]);
  if (/\.ya?ml$/i.test(name) || HAS_ENDPOINTS.test(text)) return fromDocuments(await yamlIn(text));
  const { default: csv } = await import('papaparse');
  const { data, meta, errors } = csv.parse<Fields>(text.replace(/^sep=.\r?\n/i, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    preview: IMPORT_MAX + 1,
    transformHeader: columnOf,
    transform: (value) => (DATABASE_NULL.test(value) ? '' : value),
    dynamicTyping: (column) => isNumber(String(column)),
  });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong) throw new Error(`The quotation marks of row ${(wrong.row ?? 0) + 1} do not fit.`);
  const columns = new Set(meta.fields);
  if (columns.has('type') && columns.has('hostname')) return fromUptimeKuma(data);
  if (columns.has('name') && columns.has('address')) return data.map(fromTable);
  throw new Error('The first line has to name the columns: name, address, and kind if you like.');
}

async function yamlIn(text: string): Promise<unknown[]> {
  const { readYaml } = await import('./read-yaml.ts');
  return parsed(() => readYaml(text), 'YAML');
}

function parsed<T>(parse: () => T, language: string): T {
  try {
    return parse();
  } catch (error) {
    const { linePos: [place] = [] } = error as Partial<YAMLError>;
    const where = place === undefined ? '' : ` Look at line ${place.line}.`;
    throw new Error(`The file cannot be read as ${language}.${where}`);
  }
}

/** Those of other programs, such as what Kubernetes runs beside a configuration, are passed over. */
async function fromDocuments(documents: readonly unknown[]): Promise<Candidate[]> {
  const known = (await Promise.all(documents.map(fromDocument))).filter(
    (rows) => rows !== undefined,
  );
  if (known.length === 0)
    throw new Error('Neither Uptime Kuma, Gatus nor a mesh configuration writes such a file.');
  return known.flat();
}

/** Lists lie in what wrote or holds them: a chart's values, an export of a database, a message. */
const DEPTH_MAX = 6;

/** @returns undefined if nothing here reads such a document */
async function fromDocument(value: unknown, depth = 0): Promise<Candidate[] | undefined> {
  const file = fieldsOf(value);
  if (ENDPOINTS.some((name) => name in file) || Array.isArray(file.services))
    return fromGatus(file);
  if ('platforms' in file) return rowsOf(file.platforms).map(fromMeshFile);
  // Uptime Kuma has had no backup since version 2: tools write its list, as it is sent, by id, or in a field of their own.
  const list = file.monitorList ?? file.monitors ?? file.monitor;
  if (list !== undefined) return fromUptimeKuma(rowsOf(itemsOf(list)));
  const rows = rowsOf(itemsOf(value));
  if (rows.some(isMonitor)) return fromUptimeKuma(rows);
  if (isMonitor(file)) return fromUptimeKuma([file]);
  if (depth === DEPTH_MAX) return undefined;
  const inner = [...itemsOf(value), ...(await textsOf(file))];
  const known = await Promise.all(inner.map((one) => fromDocument(one, depth + 1)));
  const found = known.filter((rows) => rows !== undefined);
  return found.length === 0 ? undefined : found.flat();
}

const ENDPOINTS = ['endpoints', 'external-endpoints', 'suites'];

const itemsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : Object.values(fieldsOf(value));

const isMonitor = ({ type, ...fields }: Fields): boolean =>
  typeof type === 'string' &&
  (type === 'group' || ['url', 'hostname', 'interval'].some((name) => name in fields));

/** @returns the documents in a ConfigMap or Secret of Kubernetes, which has files as texts, or in Base64 */
async function textsOf({ kind, apiVersion, data, stringData }: Fields): Promise<unknown[]> {
  if (apiVersion === undefined) return [];
  const plain = (text: string) => (kind === 'Secret' ? textInBase64(text) : text);
  const texts = [
    ...Object.values(fieldsOf(data)).map((text) => plain(textOf(text))),
    ...Object.values(fieldsOf(stringData)).map(textOf),
  ];
  const files = texts.filter((text) => HAS_ENDPOINTS.test(text));
  return (await Promise.all(files.map(yamlIn))).flat();
}

function textInBase64(text: string): string {
  try {
    return textIn(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  } catch {
    return '';
  }
}

function fromMeshFile({ kind = 'mesh', id, paused, secret, ...settings }: Fields): Candidate {
  const name = textOf(settings.name);
  if (kind === 'mesh' && settings.address === undefined)
    return { name, reason: 'It has no address.' };
  const platform = { ...settings, kind, ...(kind === 'mesh' && { id }) };
  return {
    name,
    platform,
    paused: paused === true,
    ...(ID.test(textOf(id)) && { fileId: textOf(id) }),
    changes: secret === undefined ? [] : [NEW_ADDRESS],
  };
}

const ID = /^[a-z0-9-]{1,64}$/;

/** As databases export what is not there. */
const DATABASE_NULL = /^(?:NULL|\\N)$/;
