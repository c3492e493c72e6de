import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { familyOf, type Targets } from '../../config/targets.ts';
import { type AddressPolicy, isInner, isUnrouted, type Lookup } from '../../outgoing/addresses.ts';
import { TransportError } from '../../outgoing/no-answer.ts';

/**
 * Where platforms may be probed. Admins decide that, and inner hosts are what many of them watch. What no address of theirs
 * may reach, by accident or by a redirect, is a link-local address, as the metadata service of a cloud has, and this server's
 * own port, unless PROBE_TARGETS names the host.
 */

/** Why an address is refused, and what to do. */
export const FORBIDDEN_TEXT =
  'Link-local addresses and the port of this server are not called. PROBE_TARGETS in the configuration of the server may name the host.';

interface ProbeGuardOptions {
  readonly allowed: Targets;
  /** @returns the port that this server listens on */
  readonly ownPort: () => number | undefined;
  /** No loopback or private address either. */
  readonly isOuter?: boolean;
  readonly lookup?: Lookup;
}

export function createProbeGuard({
  allowed,
  ownPort,
  isOuter,
  lookup,
}: ProbeGuardOptions): AddressPolicy {
  function isForbidden(host: string, port: number, address: string): boolean {
    const plain = address.split('%', 1)[0] ?? '';
    const family = familyOf(plain);
    if (family === undefined || (isOuter && isInner(plain))) return true;
    if (allowed.addresses.check(plain, family) || allowed.names.has(host.toLowerCase()))
      return false;
    return isUnrouted(plain) || (port === ownPort() && isOfThisMachine(plain));
  }
  return {
    lookup,
    refusal: (host, port, address) =>
      isForbidden(host, port, address) ? new TransportError('forbidden-target') : undefined,
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
