import { randomBytes } from 'node:crypto';
import type { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { familyOf, withoutBrackets } from '../config/targets.ts';
import { askNames } from './names.ts';
import { TransportError } from './no-answer.ts';

/**
 * Addresses that not every call may go to, and how a call is kept from them: a name is judged by the addresses that the
 * socket connects to.
 */

const INNER = blockList([
  // Special-purpose ranges of RFC 6890 and its successors.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // ::, ::1 and v4-compatible addresses; v4-mapped ones are covered by the rules above.
  ['::', 96],
  // Transition mechanisms that embed a v4 address: NAT64, 6to4, Teredo.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]);

const LOOPBACK = blockList([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

/** Of this link, of everybody, or of nobody. */
const UNROUTED = blockList([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  // Link-local v4 addresses within v6 ones: compatible, NAT64, 6to4.
  ['::a9fe:0', 112],
  ['64:ff9b::a9fe:0', 112],
  ['2002:a9fe::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
]);

const METADATA = blockList([
  ['169.254.169.254', 32],
  ['169.254.170.2', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  // Those of Alibaba Cloud, Azure and Oracle Cloud are not link-local.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
]);

export const isInner = (address: string): boolean => listed(INNER, address);

/** @returns whether an address is none of a host that is routed to, or the metadata service of a cloud */
export const isUnrouted = (address: string): boolean =>
  listed(UNROUTED, address) || listed(METADATA, address);

/** @returns whether it is the metadata service of a cloud, which is never connected to */
export const isMetadata = (address: string): boolean => listed(METADATA, address);

export type Lookup = typeof systemLookup;

/** Which addresses a kind of call may connect to. */
export interface AddressPolicy {
  /** @returns why `host` is not called at `address`, which it is or resolves to; undefined: it may be */
  refusal(host: string, port: number, address: string): TransportError | undefined;
  /** Resolves names; the system's by default. */
  readonly lookup?: Lookup | undefined;
  /** Of this machine, by default. */
  readonly nameServers?: readonly string[] | undefined;
}

/**
 * For what the configuration names: `localhost` means loopback (RFC 6761) and may resolve to it, any other name to
 * public addresses only.
 */
export const configuredTargets = (lookup?: Lookup): AddressPolicy => ({
  lookup,
  refusal(host, _port, address) {
    const isLocal = host === 'localhost' || host.endsWith('.localhost');
    const isAllowed = isIP(host)
      ? !isMetadata(address)
      : isLocal
        ? listed(LOOPBACK, address)
        : !isInner(address);
    return isAllowed ? undefined : new TransportError('forbidden-address');
  },
});

/** For what the operator of this server set up, which may be inside: all but the addresses that lead to no other host. */
export const operatorTargets: AddressPolicy = {
  refusal: (_host, _port, address) =>
    isUnrouted(address) ? new TransportError('forbidden-target') : undefined,
};

/** @throws TransportError if `host` is an address, and not an allowed one: sockets look up names alone */
export function checkLiteral(policy: AddressPolicy, host: string, port: number): void {
  const address = withoutBrackets(host);
  const problem = isIP(address) === 0 ? undefined : policy.refusal(address, port, address);
  if (problem) throw problem;
}

/**
 * @param onFound called with the addresses of the name
 * @param onBegin called when it is the turn of the name
 * @returns a lookup for `net.connect`, which judges the addresses that the socket then connects to
 */
export const judgedLookup =
  (
    { refusal, lookup, nameServers }: AddressPolicy,
    port: number,
    onFound?: (addresses: readonly string[]) => void,
    onBegin?: () => void,
  ): LookupFunction =>
  (host, options, done) => {
    const onAnswer: Parameters<typeof askNames>[2] = (error, found) => {
      if (error) {
        whyNot(error, nameServers).then((reason) => done(reason, []));
        return;
      }
      const addresses = found.map(({ address }) => address);
      onFound?.(addresses);
      const [problem] = addresses.flatMap((one) => refusal(host, port, one) ?? []);
      const [first] = found;
      if (problem || first === undefined)
        return done(problem ?? new TransportError('unknown-name'), []);
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    };
    if (lookup === undefined) return askNames(host, { ...options, all: true }, onAnswer, onBegin);
    onBegin?.();
    lookup(host, { ...options, all: true }, onAnswer);
  };

/** @returns that of a zone that fails alone, which is no failure of this node */
async function whyNot(error: NodeJS.ErrnoException, nameServers?: readonly string[]) {
  const isOfZone = error.code === 'EAI_AGAIN' && (await answersOthers(nameServers));
  return isOfZone ? new TransportError('name-failed', { cause: error }) : error;
}

function blockList(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, familyOf(net));
  return list;
}

/** BlockList checks a v4-mapped address as the v4 address. */
const listed = (list: BlockList, address: string) => list.check(address, familyOf(address));

/** Of the question whether any name server answers. */
const ANY_MS = 1_000;

/**
 * Tells a zone that fails from name servers that are away: `getaddrinfo` says EAI_AGAIN of both. A name that nobody has asked for
 * before comes from no cache, and that there is none is an answer.
 *
 * @param servers those of this machine by default
 */
async function answersOthers(servers?: readonly string[]): Promise<boolean> {
  const resolver = new Resolver({ tries: 1, timeout: ANY_MS });
  if (servers !== undefined) resolver.setServers(servers);
  try {
    await resolver.resolve4(`${randomBytes(8).toString('hex')}.`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA';
  }
}
