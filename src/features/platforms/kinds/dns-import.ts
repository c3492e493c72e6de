import {
  type Fields,
  fieldsOf,
  listOf,
  type Reached,
  rowsOf,
  textOf,
} from '../import/candidate.ts';
import { type GatusReader, hasVariable, VARIABLE } from '../import/gatus-conditions.ts';

export function dnsOfKuma(monitor: Fields): Reached {
  const host = textOf(monitor.hostname);
  const record = textOf(monitor.dnsResolveType) || 'A';
  const [address = '', ...others] = textOf(monitor.dnsResolveServer)
    .split(/[\s,]+/)
    .filter(Boolean);
  const isAddress = /^[\d.]+$|^[\da-f:]+$/i.test(address);
  const port = Number(monitor.port) || 53;
  const server = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const conditions = rowsOf(listOf(monitor.conditions));
  const [only] = conditions.length === 1 ? conditions : [];
  const value = only?.variable === 'record' && only.operator === 'equals' ? only.value : null;
  return {
    platform: { kind: 'dns', host, record, server: isAddress ? server : null, value },
    changes: [
      !isAddress && address !== '' && `It does not ask ${address}, which is no address.`,
      others.length > 0 && `It does not ask ${others.join(', ')}.`,
      conditions.length > 0 && value === null && 'Any value is right.',
    ],
  };
}

export const dnsOfGatus: GatusReader = (endpoint, url, { body, others }) => {
  const dns = fieldsOf(endpoint.dns);
  const host = textOf(dns['query-name']).replace(/\.$/, '');
  if (hasVariable(host)) return { reason: `Its name ${VARIABLE}` };
  const server = url.replace(/^\w+:\/\//, '');
  return {
    platform: {
      kind: 'dns',
      host,
      server: /^[\da-f]*:[\da-f:]+$/i.test(server) ? `[${server}]` : server,
      record: textOf(dns['query-type']).toUpperCase() || 'A',
      value: body?.isPart === false ? body.text : null,
    },
    changes: [...others, body?.isPart === true && 'Any value is right.'],
  };
};
