import { IMPORT_MAX, THRESHOLDS } from '../../../../contract/limits.ts';
import type { PlatformKind } from '../../../../contract/shapes/platform.ts';
import { platformPayload, platformValues } from '../platform-values.ts';
import {
  type Candidate,
  type Fields,
  fieldsOf,
  isFields,
  NEW_ADDRESS,
  rowsOf,
  textOf,
} from './candidate.ts';
import { fromGatus } from './gatus.ts';
import { fromUptimeKuma } from './uptime-kuma.ts';

const FILE_MAX_MIB = 2;
const YAML_ALIASES_MAX = 100;

/** @returns what the file's platforms would be here. @throws Error with a sentence for whoever chose it */
export async function readImport(file: File): Promise<readonly Candidate[]> {
  if (file.size > FILE_MAX_MIB * 1024 * 1024)
    throw new Error(`The file is larger than ${FILE_MAX_MIB} MiB.`);
  const candidates = await candidatesOf(file.name, await file.text());
  if (candidates.length === 0) throw new Error('The file has no platforms.');
  if (candidates.length > IMPORT_MAX)
    throw new Error(`The file has more than ${IMPORT_MAX} platforms: split it.`);
  return candidates;
}

async function candidatesOf(name: string, text: string): Promise<Candidate[]> {
  if (/^\s*[[{]/.test(text)) return fromObject(parsed(() => JSON.parse(text), 'JSON'));
  if (/\.ya?ml$/i.test(name) || /^(?:external-)?endpoints:/m.test(text)) {
    const { parse } = await import('yaml');
    return fromObject(
      parsed(() => parse(text, { merge: true, maxAliasCount: YAML_ALIASES_MAX }), 'YAML'),
    );
  }
  const { default: csv } = await import('papaparse');
  const { data, meta } = csv.parse<Fields>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    preview: IMPORT_MAX + 1,
    transformHeader: (column) => column.trim(),
    dynamicTyping: (column) => isNumber(String(column)),
  });
  const columns = new Set(meta.fields);
  if (columns.has('type') && columns.has('hostname')) return fromUptimeKuma(data);
  if (columns.has('name') && columns.has('address')) return data.map(fromTable);
  throw new Error('The first line has to name the columns: name, address, and kind if you like.');
}

function parsed(parse: () => unknown, language: string): unknown {
  try {
    return parse();
  } catch {
    throw new Error(`The file cannot be read as ${language}.`);
  }
}

function fromObject(value: unknown): Candidate[] {
  if (Array.isArray(value)) return fromUptimeKuma(rowsOf(value));
  const file = fieldsOf(value);
  if ('endpoints' in file || 'external-endpoints' in file) return fromGatus(file);
  if ('platforms' in file) return rowsOf(file.platforms).map(fromMeshFile);
  // Uptime Kuma has had no backup since version 2: tools write its list, as it is sent, by id, or in a field of their own.
  const list = file.monitorList ?? file.monitors ?? file.monitor;
  if (list === undefined)
    throw new Error('Neither Uptime Kuma, Gatus nor a mesh configuration writes such a file.');
  return fromUptimeKuma(rowsOf(isFields(list) ? Object.values(list) : list));
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
    changes: secret === undefined ? [] : [NEW_ADDRESS],
  };
}

const NEW = platformValues();
type Column = keyof typeof NEW;

/** Columns are named as the fields of a new platform. */
function fromTable(row: Fields): Candidate {
  const address = textOf(row.address);
  const given = Object.entries(row).filter(([, value]) => textOf(value) !== '');
  const platform = platformPayload({
    ...NEW,
    ...Object.fromEntries(given.filter(([name]) => isTyped(NEW[name as Column]))),
    kind: (textOf(row.kind) || kindOf(address)) as PlatformKind,
    name: textOf(row.name) || address,
    tags: textOf(row.tags)
      .split(/[;,]/)
      .filter((tag) => tag.trim() !== ''),
    thresholds: Object.fromEntries(given.filter(([name]) => name in THRESHOLDS)),
  });
  return { name: platform.name, platform };
}

const isNumber = (column: string) =>
  column in THRESHOLDS || typeof NEW[column as Column] === 'number';

/** Of what a form has, a table may have what is typed. */
const isTyped = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const kindOf = (address: string): string =>
  address === '' ? 'report' : /^(?!https?:).*:\d+\/?$/i.test(address) ? 'tcp' : 'web';
