import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AddressPolicy, checkLiteral } from './addresses.ts';
import { untilOver, type Waiting } from './connect.ts';

interface Question {
  readonly host: string;
  readonly record: string;
  /** Address, with a port or without one; null: the name servers of this machine. */
  readonly server: string | null;
}

interface Records {
  /** As `node:dns` has them. */
  readonly records: readonly unknown[];
  /** Which was asked first. */
  readonly server: string | undefined;
}

const PORT = 53;

/** Whoever asks for the name of an address writes the address, and seldom `7.2.0.192.in-addr.arpa`. */
const resolve = (resolver: Resolver, host: string, record: string) =>
  record === 'PTR' && isIP(host) !== 0 ? resolver.reverse(host) : resolver.resolve(host, record);

/**
 * Asks a name server, not the cache of this machine.
 *
 * @throws TransportError at the deadline and for an address that is refused, else an error with a code of `node:dns`
 */
export async function askNameServer(
  { host, record, server }: Question,
  policy: AddressPolicy,
  waiting: Waiting,
): Promise<Records> {
  const { timing } = waiting;
  const resolver = new Resolver({ tries: 2 });
  if (server !== null) {
    const { hostname, port } = new URL(`dns://${server}`);
    checkLiteral(policy, hostname, Number(port) || PORT);
    resolver.setServers([server]);
  }
  timing.enter('firstByte');
  try {
    const records = await untilOver(resolve(resolver, host, record), waiting);
    return { records: [records].flat(), server: resolver.getServers()[0] };
  } finally {
    timing.stop();
    resolver.cancel();
  }
}
