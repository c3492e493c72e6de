import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { familyOf, withoutBrackets } from '../../config/targets.ts';
import { TransportError } from '../failure.ts';

/**
 * Which addresses a node may connect to. A name must resolve to public addresses only, checked on the
 * addresses that the socket connects to. A private or loopback address is used only when the configuration
 * states it literally, a cloud's metadata service never.
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

/** @returns whether `host` (of a configured URL) is a literal address that is never connected to */
export function isForbiddenLiteral(host: string): boolean {
  const address = withoutBrackets(host);
  return isIP(address) !== 0 && listed(METADATA, address);
}

export type Lookup = typeof systemLookup;

/**
 * @param host of a configured address. `localhost` means loopback (RFC 6761) and may resolve to it; any
 *   other name may resolve to public addresses only.
 * @returns a lookup for `net.connect` that fails with a TransportError when one of the addresses is forbidden
 */
export function guardedLookup(host: string, lookup: Lookup = systemLookup): LookupFunction {
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const allowed = ({ address }: LookupAddress) =>
    isLocal ? listed(LOOPBACK, address) : !isInner(address);
  return checkedLookup(
    (found) =>
      found.length > 0 && found.every(allowed)
        ? undefined
        : new TransportError('forbidden-address'),
    lookup,
  );
}

/** @returns a lookup for `net.connect` that fails with what is wrong with the addresses that were found */
export function checkedLookup(
  problemOf: (found: readonly LookupAddress[]) => Error | undefined,
  lookup: Lookup = systemLookup,
): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const problem = problemOf(found);
      const [first] = found;
      if (problem || first === undefined) return done(problem ?? null, []);
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };
}

function blockList(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, familyOf(net));
  return list;
}

/** BlockList checks a v4-mapped address as the v4 address. */
const listed = (list: BlockList, address: string) => list.check(address, familyOf(address));
