import { Resolver } from 'node:dns/promises';
import type { DnsCheck } from '../../../contract/sent/platform.ts';
import { found } from '../../mesh/failure.ts';
import type { ProbeOutcome } from '../../mesh/peers/peer-status.ts';
import { failureOf, type ProbeContext } from './connect.ts';

const PORT = 53;
const SHOWN_MAX = 5;

/** Asks one name server, not the cache of this machine. @throws TransportError */
export async function probeDns(
  { host, record, value, server }: DnsCheck,
  { guard, signal, elapsed, say }: ProbeContext,
): Promise<ProbeOutcome> {
  const resolver = new Resolver({ tries: 2 });
  if (server !== null) {
    const { hostname, port } = new URL(`dns://${server}`);
    guard.checkLiteral(hostname, Number(port) || PORT);
    resolver.setServers([server]);
  }
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const started = elapsed();
  try {
    const records = ((await resolver.resolve(host, record)) as readonly unknown[]).map(textOf);
    const latencyMs = Math.round((elapsed() - started) * 10) / 10;
    say(`${resolver.getServers()[0]} answered in ${Math.round(latencyMs)} ms: ${shown(records)}`);
    if (value === null || records.some((one) => plain(one) === plain(value)))
      return { answered: true, latencyMs };
    return {
      answered: false,
      failure: found(`${record} is ${shown(records)} instead of ${value}`),
    };
  } catch (error) {
    const problem = problemIn(error, record);
    if (problem === undefined) throw failureOf(error, signal);
    return { answered: false, failure: found(problem) };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function textOf(record: unknown): string {
  if (Array.isArray(record)) return record.join('');
  if (typeof record === 'object' && record !== null && 'exchange' in record)
    return String(record.exchange);
  return String(record);
}

const plain = (text: string) => text.toLowerCase().replace(/\.$/, '');

const shown = (records: readonly string[]) => records.slice(0, SHOWN_MAX).join(', ');

function problemIn(error: unknown, record: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENODATA' || code === 'ENOTFOUND')
    return `there is no ${record} record of this name`;
  if (code === 'ETIMEOUT') return 'the name server does not answer';
  if (/^E(?:SERVFAIL|REFUSED|FORMERR|NOTIMP|BADRESP)$/.test(code))
    return `the name server failed (${code.slice(1)})`;
  return undefined;
}
