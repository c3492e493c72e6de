import { familyOf, type Targets } from '../../config/targets.ts';
import { type AddressPolicy, isInner, isMetadata, type Lookup } from '../../outgoing/addresses.ts';
import { TransportError } from '../../outgoing/no-answer.ts';

/**
 * Which hosts alerts may be sent to. People type them into a form, so that a private address must not be reachable by
 * accident or on purpose: only public ones are, and what ALERT_PRIVATE_TARGETS names; of these only what ALERT_TARGETS
 * names, if it is set.
 */

export class ForbiddenTargetError extends TransportError {
  constructor(host: string, missing: Missing) {
    const advice = ` To allow it, start the server with ${missing}=${host}.`;
    const message = `${host} ${REASONS[missing]}${missing === 'nothing' ? '' : advice}`;
    super('forbidden-target', { message });
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
): AddressPolicy {
  /** @returns undefined: it is allowed */
  function missingIn(host: string, address: string): Missing | undefined {
    const [plain = ''] = address.split('%', 1);
    const family = familyOf(plain);
    if (family === undefined || isMetadata(plain)) return 'nothing';
    const isNamed = ({ names, addresses }: Targets) =>
      addresses.check(plain, family) || names.has(host.toLowerCase());
    if (onlyTargets !== null && !isNamed(onlyTargets)) return 'ALERT_TARGETS';
    return isInner(plain) && !isNamed(privateTargets) ? 'ALERT_PRIVATE_TARGETS' : undefined;
  }

  return {
    lookup,
    refusal(host, _port, address) {
      const missing = missingIn(host, address);
      return missing && new ForbiddenTargetError(host, missing);
    },
  };
}
