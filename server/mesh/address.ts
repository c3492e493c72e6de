import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { DialError } from './dial-error.ts';

/**
 * Which addresses a node may connect to. A name must resolve to public addresses alone, checked on the
 * very addresses that the socket is then opened to; an inner address is dialled only where the
 * configuration spells it out, and a cloud's metadata service never.
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
  // :: and ::1 and the old v4-compatible ones; v4-mapped ones are judged by the rules above.
  ['::', 96],
  // Translations that carry a v4 address: NAT64, 6to4, Teredo.
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

const METADATA = blockList([
  ['169.254.169.254', 32],
  ['169.254.170.2', 32],
  ['fd00:ec2::254', 128],
]);

export const isInner = (address: string): boolean => listed(INNER, address);

/** @returns whether `host` (of a URL of the configuration) is a literal address that is never dialled */
export function isForbiddenLiteral(host: string): boolean {
  const address = withoutBrackets(host);
  return isIP(address) !== 0 && listed(METADATA, address);
}

type Lookup = typeof systemLookup;

/**
 * @param host of a platform's configured address. `localhost` names loopback itself (RFC 6761), so it
 *   may resolve to that; any other name may resolve to public addresses only.
 * @returns a lookup for `net.connect` which fails with a DialError when one of the addresses is forbidden
 */
export function guardedLookup(host: string, lookup: Lookup = systemLookup): LookupFunction {
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const allowed = ({ address }: LookupAddress) =>
    isLocal ? listed(LOOPBACK, address) : !isInner(address);

  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const [first] = addresses;
      if (first === undefined || !addresses.every(allowed)) {
        return done(new DialError('forbidden-address'), []);
      }
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

function blockList(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, familyOf(net));
  return list;
}

/** A v4-mapped address is looked up as the v4 address that it is. */
const listed = (list: BlockList, address: string) => list.check(address, familyOf(address));

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');
