import type { DnsCheck } from '../../../../contract/kinds/dns.ts';
import { shorten } from '../../../base/shorten.ts';
import { found } from '../../../outgoing/failure.ts';
import { askNameServer } from '../../../outgoing/name-server.ts';
import { toTransportError } from '../../../outgoing/no-answer.ts';
import { latencyOf } from '../../../outgoing/timing.ts';
import type { ProbeOutcome } from '../../../round.ts';
import type { ProbeContext } from '../../probes/probe-context.ts';
import { isSameRecord, recordText } from './dns-value.ts';

const SHOWN_MAX = 5;
/** Of each. */
const SHOWN_CHARACTERS = 60;

/** Asks one name server, not the cache of this machine. @throws TransportError */
export async function probeDns(check: DnsCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const { record, value } = check;
  const { guard, timing, say } = context;
  try {
    const answer = await askNameServer(check, guard, context);
    const records = answer.records.map(recordText);
    const latencyMs = latencyOf(timing);
    say(`${answer.server} answered in ${Math.round(latencyMs)} ms: ${shown(records)}`);
    if (value === null || records.some((one) => isSameRecord(record, one, value)))
      return { answered: true, latencyMs };
    return {
      answered: false,
      failure: found(
        `${record} is ${shown(records)} instead of ${shorten(value, SHOWN_CHARACTERS)}`,
      ),
    };
  } catch (error) {
    const problem = problemIn(error, record);
    if (problem === undefined) throw toTransportError(error);
    return { answered: false, failure: found(problem) };
  }
}

const shown = (records: readonly string[]) =>
  records
    .slice(0, SHOWN_MAX)
    .map((one) => shorten(one, SHOWN_CHARACTERS))
    .join(', ');

function problemIn(error: unknown, record: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENODATA' || code === 'ENOTFOUND')
    return `there is no ${record} record of this name`;
  if (code === 'ETIMEOUT') return 'the name server does not answer';
  if (/^E(?:SERVFAIL|REFUSED|FORMERR|NOTIMP|BADRESP)$/.test(code))
    return `the name server failed (${code.slice(1)})`;
  return undefined;
}
