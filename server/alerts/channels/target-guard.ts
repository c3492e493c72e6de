import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isForbiddenLiteral, isInner } from '../../mesh/transport/address.ts';

/**
 * Which hosts alerts may be sent to. People type them into a form, so that a private address must not be reachable by
 * accident or on purpose: only public ones are, and what ALERT_PRIVATE_TARGETS names. A name is judged by the addresses
 * that the socket connects to.
 */
export interface TargetGuard {
  /** @throws ForbiddenTargetError if `host` is an address, and not an allowed one: sockets look up names alone */
  checkLiteral(host: string): void;
  /** @returns a lookup for `net.connect` that fails with a ForbiddenTargetError when an address is not allowed */
  lookupFor(host: string): LookupFunction;
}

/** Targets on private addresses that the configuration allows. */
export interface PrivateTargets {
  readonly names: ReadonlySet<string>;
  readonly addresses: BlockList;
}

export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError';

  constructor(host: string) {
    super(
      `${host} is not at a public address. To allow it, start the server with ALERT_PRIVATE_TARGETS=${host}.`,
    );
  }
}

const NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;

/**
 * @param entries host names, addresses, and ranges such as 10.0.0.0/8
 * @throws Error that names an entry which is none of them
 */
export function parsePrivateTargets(entries: readonly string[]): PrivateTargets {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = withoutBrackets(entry).split('/');
    const family = familyOf(address);
    if (family !== undefined)
      addresses.addSubnet(address, prefixOf(entry, prefix, family === 'ipv6' ? 128 : 32), family);
    else if (NAME.test(entry)) names.add(entry);
    else throw wrongEntry(entry);
  }
  return { names, addresses };
}

/** @param bits of a whole address */
function prefixOf(entry: string, prefix: string | undefined, bits: number): number {
  if (prefix === undefined) return bits;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) throw wrongEntry(entry);
  return Number(prefix);
}

const wrongEntry = (entry: string) =>
  new Error(`"${entry}" is neither a host name, nor an address, nor a range such as 10.0.0.0/8`);

/** @param lookup resolves names; the system's by default */
export function createTargetGuard(
  { names, addresses }: PrivateTargets,
  lookup: typeof systemLookup = systemLookup,
): TargetGuard {
  function isAllowed(host: string, address: string): boolean {
    const plain = withoutZone(address);
    const family = familyOf(plain);
    // The metadata service of a cloud is nobody's mail server.
    if (family === undefined || isForbiddenLiteral(plain)) return false;
    return !isInner(plain) || addresses.check(plain, family) || names.has(host.toLowerCase());
  }

  return {
    checkLiteral(host) {
      const address = withoutBrackets(host);
      if (isIP(address) !== 0 && !isAllowed(address, address)) throw new ForbiddenTargetError(host);
    },
    lookupFor: (host) =>
      guardedLookup(host, lookup, (found) => found.every((one) => isAllowed(host, one.address))),
  };
}

function guardedLookup(
  host: string,
  lookup: typeof systemLookup,
  areAllowed: (found: readonly LookupAddress[]) => boolean,
): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const [first] = found;
      if (first === undefined || !areAllowed(found))
        return done(new ForbiddenTargetError(host), []);
      if (options.all) return done(null, found);
      done(null, first.address, first.family);
    });
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 6 ? 'ipv6' : 'ipv4';
}

export const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');
const withoutZone = (address: string) => address.split('%', 1)[0] ?? '';
