import { HOST_SHARES, type HostLimit } from './shapes/host.ts';

/** What incidents and screens call a series of a host, its values and its limit. */

type Named = Readonly<Record<'measure' | 'name', string>>;

const SUBJECTS: Readonly<Record<string, string>> = {
  ...{ cpu: 'Processor', memory: 'Memory', filesystem: 'Disk', paging: 'Swap' },
  ...{ network: 'Network', temperature: 'Temperature', uptime: 'Uptime' },
};
const UNITS: Readonly<Record<string, string>> = {
  ...{ network: 'kB/s', temperature: '°C', uptime: 's' },
};

/** @returns 'Disk /var' */
export const subjectText = ({ measure, name }: Named): string =>
  [SUBJECTS[measure] ?? measure, name].filter(Boolean).join(' ');

export const isShare = (measure: string): boolean => HOST_SHARES.some((one) => one === measure);

export const hostUnit = (measure: string): string => UNITS[measure] ?? '%';

/** @returns '93 %', '71 °C', '640 kB/s', '1.2 MB/s', '86400 s' */
export const valueText = (measure: string, value: number): string =>
  measure === 'network' && value >= 1000
    ? `${(value / 1000).toFixed(1)} MB/s`
    : `${Math.round(value)} ${hostUnit(measure)}`;

/** @returns that of its name, or that of its measure */
export const limitOf = (
  { measure, name }: Named,
  limits: readonly HostLimit[],
): HostLimit | undefined =>
  [name, ''].flatMap((of) => limits.filter((one) => one.measure === measure && one.name === of))[0];
