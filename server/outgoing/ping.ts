import { execFile } from 'node:child_process';
import { isIP } from 'node:net';
import { withoutBrackets } from '../config/targets.ts';
import { type AddressPolicy, checkLiteral, judgedLookup } from './addresses.ts';
import { overdueError, untilOver, type Waiting } from './connect.ts';
import { TransportError, toTransportError } from './no-answer.ts';

interface Packets {
  readonly address: string;
  readonly sent: number;
  readonly received: number;
  /** Mean round trip of those that came back. */
  readonly latencyMs: number;
}

/** As root alone may send them faster. */
const PACKETS = ['-q', '-c', '3', '-i', '0.2'];
const OUTPUT_MAX_BYTES = 16 * 1024;
const REASONS = [
  [/^no ping$/, 'no-ping'],
  [/unreachable/i, 'no-network'],
  [/permit|denied/i, 'ping-forbidden'],
] as const;

/**
 * Sends three packets by the system's `ping`, which may send them without root. It is called by the address that was judged.
 *
 * @param command for tests
 * @throws TransportError when none came back
 */
export async function sendPackets(
  given: string,
  policy: AddressPolicy,
  waiting: Waiting,
  command = 'ping',
): Promise<Packets> {
  const host = withoutBrackets(given);
  checkLiteral(policy, host, 0);
  const address =
    isIP(host) === 0 ? await untilOver(resolve(host, policy, waiting), waiting) : host;
  // How long all three take says nothing.
  waiting.timing.await('firstByte');
  const output = await untilOver(run(command, [...PACKETS, address], waiting), waiting);
  return { address, ...readPackets(output) };
}

function resolve(host: string, policy: AddressPolicy, { timing }: Waiting): Promise<string> {
  timing.await('name');
  return new Promise((resolve, reject) => {
    const onBegin = () => timing.enter('name');
    judgedLookup(
      policy,
      0,
      undefined,
      onBegin,
    )(host, {}, (error, address) =>
      error ? reject(toTransportError(error)) : resolve(String(address)),
    );
  });
}

/** @returns what it has printed, whatever its exit code says: 1 is that nothing came back */
function run(command: string, to: readonly string[], { signal, timing }: Waiting): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { LC_ALL: 'C', PATH: process.env.PATH };
    const options = { env, signal, killSignal: 'SIGKILL', maxBuffer: OUTPUT_MAX_BYTES } as const;
    execFile(command, to, options, (error, stdout, stderr) => {
      const said = error?.code === 'ENOENT' ? 'no ping' : stderr;
      const reason = REASONS.find(([pattern]) => pattern.test(said))?.[1];
      if (signal.aborted) reject(overdueError(signal, timing));
      else if (reason) reject(new TransportError(reason));
      else resolve(stdout);
    });
  });
}

/** Of iputils and of busybox: see the test. */
const SUMMARY =
  /(\d+) packets transmitted, (\d+)(?: packets)? received[\s\S]*? = [\d.]+\/([\d.]+)\//;

/** @throws TransportError when there is no round trip in it */
export function readPackets(output: string): Omit<Packets, 'address'> {
  const [, sent, received, latencyMs] = SUMMARY.exec(output) ?? [];
  if (latencyMs === undefined) throw new TransportError('too-late');
  const tenths = Math.round(Number(latencyMs) * 10) / 10;
  return { sent: Number(sent), received: Number(received), latencyMs: tenths };
}
