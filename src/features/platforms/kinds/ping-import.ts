import { type Fields, type Reached, textOf } from '../import/candidate.ts';
import type { GatusReader } from '../import/gatus-conditions.ts';

export const pingOfKuma = (monitor: Fields): Reached => ({
  platform: { kind: 'ping', host: textOf(monitor.hostname) },
  changes: [!['', '56'].includes(textOf(monitor.packetSize)) && 'Its packets have 56 bytes.'],
});

export const pingOfGatus: GatusReader = (_endpoint, url, { others: changes }) => ({
  platform: { kind: 'ping', host: url.replace(/^\w+:\/\/\[?|\]?\/?$/g, '') },
  changes,
});
