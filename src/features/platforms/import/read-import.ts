import { IMPORT_MAX } from '../../../../contract/limits.ts';
import { PLATFORM_KINDS, type PlatformKind } from '../../../../contract/shapes/platform.ts';
import { platformErrors, platformPayload, platformValues } from '../platform-values.ts';
import { type Candidate, type Fields, isFields, rowsOf, textOf } from './candidate.ts';
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
  const header = (column: string) => column.trim();
  const { data, meta } = csv.parse<Fields>(text.replace(/^\uFEFF/, ''), {
    ...{ header: true, skipEmptyLines: 'greedy', preview: IMPORT_MAX + 1, transformHeader: header },
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
  const {
    monitorList,
    monitors,
    monitor,
    endpoints,
    'external-endpoints': external,
    platforms,
  } = isFields(value) ? value : {};
  if (endpoints !== undefined || external !== undefined) return fromGatus(value as Fields);
  if (platforms !== undefined) return rowsOf(platforms).map(fromMeshFile);
  // Uptime Kuma has had no backup since version 2: tools write its list, as it is sent, by id, or in a field of their own.
  const list = monitorList ?? monitors ?? monitor;
  if (list === undefined)
    throw new Error('Neither Uptime Kuma, Gatus nor a mesh configuration writes such a file.');
  return fromUptimeKuma(rowsOf(isFields(list) ? Object.values(list) : list));
}

function fromMeshFile({ kind = 'mesh', id, paused, secret, ...settings }: Fields): Candidate {
  const name = textOf(settings.name);
  if (kind === 'mesh' && settings.address === undefined)
    return { name, reason: 'It has no address.' };
  const platform = { ...settings, kind, ...(kind === 'mesh' && { id }) };
  const changes = secret === undefined ? [] : ['It gets another address to call.'];
  return { name, platform, paused: paused === true, changes };
}

/** Columns are named as the fields of a new platform. */
function fromTable(row: Fields): Candidate {
  const blank = platformValues();
  const texts = Object.entries(row).filter(
    ([name, value]) => textOf(value) !== '' && isTyped(blank[name as keyof typeof blank]),
  );
  const tags = textOf(row.tags).split(/[;,]/);
  const address = textOf(row.address);
  const kind = (textOf(row.kind) || kindOf(address)) as PlatformKind;
  const values = {
    ...{ ...blank, ...Object.fromEntries(texts), kind },
    tags: tags.map((tag) => tag.trim()).filter(Boolean),
  };
  const name = textOf(row.name) || address;
  if (!PLATFORM_KINDS.includes(kind))
    return { name, reason: `Its kind is none of ${PLATFORM_KINDS.join(', ')}.` };
  const [reason] = Object.values(platformErrors(values)).filter((error) => error !== null);
  return reason === undefined ? { name, platform: platformPayload(values) } : { name, reason };
}

/** Of what a form has, a table may have what is typed. */
const isTyped = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const kindOf = (address: string): string =>
  address === '' ? 'report' : /^(?!https?:).*:\d+\/?$/i.test(address) ? 'tcp' : 'web';
