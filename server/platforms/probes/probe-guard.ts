import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { familyOf, type Targets, withoutBrackets } from '../../config/targets.ts';
import { TransportError } from '../../mesh/failure.ts';
import { checkedLookup, isUnrouted, type Lookup } from '../../mesh/transport/address.ts';

/**
 * Where platforms may be probed. Admins decide that, and inner hosts are what many of them watch. What no address of theirs
 * may reach, by accident or by a redirect, is a link-local address, as the metadata service of a cloud has, and this server's
 * own port, unless PROBE_TARGETS names the host. A name is judged by the addresses that the socket connects to.
 */
export interface ProbeGuard {
  /** @throws TransportError if `host` is an address, and not an allowed one: sockets look up names alone */
  checkLiteral(host: string, port: number): void;
  /** @param onFound called with the addresses of a name @returns a lookup for `net.connect` that fails with a TransportError */
  lookupFor(
    host: string,
    port: number,
    onFound: (addresses: readonly string[]) => void,
  ): LookupFunction;
}

/** Why an address is refused, and what to do. */
export const FORBIDDEN_TEXT =
  'Link-local addresses and the port of this server are not called. PROBE_TARGETS in the configuration of the server may name the host.';

interface ProbeGuardOptions {
  readonly allowed: Targets;
  /** @returns the port that this server listens on */
  readonly ownPort: () => number | undefined;
  readonly lookup?: Lookup;
}

export function createProbeGuard({ allowed, ownPort, lookup }: ProbeGuardOptions): ProbeGuard {
  function isForbidden(host: string, port: number, address: string): boolean {
    const plain = address.split('%', 1)[0] ?? '';
    const family = familyOf(plain);
    if (family === undefined) return true;
    if (allowed.addresses.check(plain, family) || allowed.names.has(host.toLowerCase()))
      return false;
    return isUnrouted(plain) || (port === ownPort() && isOfThisMachine(plain));
  }
  const forbidden = () => new TransportError('forbidden-target');

  return {
    checkLiteral(host, port) {
      const address = withoutBrackets(host);
      if (isIP(address) !== 0 && isForbidden(address, port, address)) throw forbidden();
    },
    lookupFor: (host, port, onFound) =>
      checkedLookup((found) => {
        const addresses = found.map(({ address }) => address);
        onFound(addresses);
        return addresses.some((one) => isForbidden(host, port, one)) ? forbidden() : undefined;
      }, lookup),
  };
}

/** However it is written: an IPv4 address may stand in one of IPv6. */
function isOfThisMachine(address: string): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8);
  own.addAddress('::1', 'ipv6');
  for (const one of Object.values(networkInterfaces()).flat())
    if (one) own.addAddress(one.address, familyOf(one.address));
  return own.check(address, familyOf(address));
}
