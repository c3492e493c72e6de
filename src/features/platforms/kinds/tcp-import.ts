import { type Fields, fieldsOf, type Reached, textOf } from '../import/candidate.ts';
import { type GatusReader, isYes } from '../import/gatus-conditions.ts';

const PORT_ALONE = 'Its port alone is probed, without TLS.';

export function tcpOfKuma(monitor: Fields): Reached {
  const security = textOf(monitor.smtpSecurity);
  const tls = security === 'secure' && { tls: 'trusted' };
  return {
    platform: { kind: 'tcp', host: textOf(monitor.hostname), port: Number(monitor.port), ...tls },
    changes: [security !== '' && !tls && PORT_ALONE],
  };
}

export const tcpOfGatus: GatusReader = ({ client }, url, { others }) => {
  const [, scheme = '', host, port] = /^(\w+):\/\/\[?([^/]+?)\]?:(\d+)\/?$/.exec(url) ?? [];
  if (host === undefined) return { reason: 'It has no port.' };
  const trust = isYes(fieldsOf(client).insecure) ? 'any' : 'trusted';
  const tls = /^tls$/i.test(scheme) && { tls: trust };
  return {
    platform: { kind: 'tcp', host, port: Number(port), ...tls },
    changes: [/^starttls$/i.test(scheme) && PORT_ALONE, ...others],
  };
};
