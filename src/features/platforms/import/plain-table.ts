import { THRESHOLDS } from '../../../../contract/platform-limits.ts';
import type { PlatformKind } from '../../../../contract/shapes/platform.ts';
import { platformPayload, platformValues } from '../platform-values.ts';
import { type Candidate, type Fields, textOf } from './candidate.ts';

const NEW = platformValues();
type Column = keyof typeof NEW;

/** Whoever writes a table by hand begins its columns with capitals. */
const fieldOf = (column: string): string | undefined =>
  [...Object.keys(NEW), ...Object.keys(THRESHOLDS)].find(
    (name) => name.toLowerCase() === column.trim().toLowerCase(),
  );

/** Columns are named as the fields of a new platform. */
export function fromTable(row: Fields): Candidate {
  const address = textOf(row.address);
  const given = Object.entries(row).filter(([, value]) => textOf(value) !== '');
  const values = {
    ...NEW,
    ...Object.fromEntries(given.filter(([name]) => isTyped(NEW[name as Column]))),
    kind: (textOf(row.kind).toLowerCase() || kindOf(address)) as PlatformKind,
    name: textOf(row.name) || address,
    tags: valuesIn(row.tags),
    dependsOn: valuesIn(row.dependsOn),
    thresholds: Object.fromEntries(given.filter(([name]) => name in THRESHOLDS)),
  };
  const platform = platformPayload(values);
  const { name } = platform;
  if (platform.kind === 'tcp' && platform.host === undefined)
    return { name, reason: 'It has no port: write host and port, such as db.example:5432.' };
  if (Array.isArray(row.__parsed_extra))
    return {
      name,
      reason: 'It has more values than there are columns: put them in quotation marks.',
    };
  const unknown = given.filter(([name]) => fieldOf(name) === undefined);
  return { name, platform, changes: unknown.map(([name]) => `${name} is left out.`) };
}

const valuesIn = (list: unknown): string[] =>
  textOf(list)
    .split(/[;,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

export const isNumber = (column: string) =>
  column in THRESHOLDS || typeof NEW[column as Column] === 'number';

/** Of what a form has, a table may have what is typed. */
const isTyped = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const kindOf = (address: string): string =>
  address === '' ? 'report' : /^(?!https?:).*:\d+\/?$/i.test(address) ? 'tcp' : 'web';

/** @returns the field that a column is for, else its name */
export const columnOf = (column: string): string => fieldOf(column) ?? column.trim();
