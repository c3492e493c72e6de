import { isIP, type LookupFunction } from 'node:net';
import { familyOf, type Targets, withoutBrackets } from '../../config/targets.ts';
import {
  checkedLookup,
  isForbiddenLiteral,
  isInner,
  type Lookup,
} from '../../mesh/transport/address.ts';

/**
 * Which hosts alerts may be sent to. People type them into a form, so that a private address must not be reachable by
 * accident or on purpose: only public ones are, and what ALERT_PRIVATE_TARGETS names; of these only what ALERT_TARGETS
 * names, if it is set. A name is judged by the addresses that the socket connects to.
 */
export interface TargetGuard {
  /** @throws ForbiddenTargetError if `host` is an address, and not an allowed one: sockets look up names alone */
  checkLiteral(host: string): void;
  /** @returns a lookup for `net.connect` that fails with a ForbiddenTargetError when an address is not allowed */
  lookupFor(host: string): LookupFunction;
}

export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError';

  constructor(host: string, missing: Missing) {
    const advice = ` To allow it, start the server with ${missing}=${host}.`;
    super(`${host} ${REASONS[missing]}${missing === 'nothing' ? '' : advice}`);
  }
}

/** The variable that would have to allow a target; `nothing` does. */
type Missing = 'ALERT_PRIVATE_TARGETS' | 'ALERT_TARGETS' | 'nothing';

const REASONS: Readonly<Record<Missing, string>> = {
  ALERT_PRIVATE_TARGETS: 'is not at a public address.',
  ALERT_TARGETS: 'is no target that this server may send alerts to.',
  nothing: 'is the metadata service of a cloud, which alerts are never sent to.',
};

interface AlertTargets {
  /** At addresses that are not public. */
  readonly privateTargets: Targets;
  /** The only ones; null: every public one too. */
  readonly onlyTargets: Targets | null;
}

/** @param lookup resolves names; the system's by default */
export function createTargetGuard(
  { privateTargets, onlyTargets }: AlertTargets,
  lookup?: Lookup,
): TargetGuard {
  /** @returns undefined: it is allowed */
  function missingIn(host: string, address: string): Missing | undefined {
    const plain = withoutZone(address);
    const family = familyOf(plain);
    if (family === undefined || isForbiddenLiteral(plain)) return 'nothing';
    const isNamed = ({ names, addresses }: Targets) =>
      addresses.check(plain, family) || names.has(host.toLowerCase());
    if (onlyTargets !== null && !isNamed(onlyTargets)) return 'ALERT_TARGETS';
    return isInner(plain) && !isNamed(privateTargets) ? 'ALERT_PRIVATE_TARGETS' : undefined;
  }

  return {
    checkLiteral(host) {
      const address = withoutBrackets(host);
      const missing = isIP(address) === 0 ? undefined : missingIn(address, address);
      if (missing) throw new ForbiddenTargetError(host, missing);
    },
    lookupFor: (host) =>
      checkedLookup((found) => {
        // A name without an address is nobody's.
        const [missing] = found.map(({ address }) => missingIn(host, address)).filter(Boolean);
        const problem = found.length === 0 ? 'ALERT_PRIVATE_TARGETS' : missing;
        return problem && new ForbiddenTargetError(host, problem);
      }, lookup),
  };
}

const withoutZone = (address: string) => address.split('%', 1)[0] ?? '';
