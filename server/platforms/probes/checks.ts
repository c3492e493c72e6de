import { within } from '../../base/clock.ts';
import { thresholdsOf } from '../../config/mesh-config.ts';
import type { NodeBase } from '../../feature.ts';
import type { AddressPolicy } from '../../outgoing/addresses.ts';
import { TransportError } from '../../outgoing/no-answer.ts';
import type { PeerCertificate } from '../../outgoing/peer-certificate.ts';
import { createTiming } from '../../outgoing/timing.ts';
import type { ProbeOutcome } from '../../round.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { CheckPlatform } from '../node-check.ts';
import type { ProbeContext } from './probe-context.ts';

interface ChecksDeps extends Pick<NodeBase, 'config' | 'db' | 'clock' | 'log'> {
  readonly secrets: SecretBox;
  readonly guard: AddressPolicy;
}

/** One engine for rounds and tests: the same probe, the same outcome. */
export interface Checks {
  readonly check: CheckPlatform;
  /** @param say called with each step that was done */
  checkAloud(
    ...to: [...Parameters<CheckPlatform>, say: ProbeContext['say']]
  ): Promise<ProbeOutcome | null>;
}

const TOO_LATE = new TransportError('too-late');

export function createChecks(deps: ChecksDeps): Checks {
  const { config, db, clock, log, guard, secrets: box } = deps;
  const { now, elapsed } = clock;
  const whole = { db, box, guard, ca: config.meshCa, now, elapsed };

  const checkAloud: Checks['checkAloud'] = async (platform, signal, journal, say) => {
    const { timeoutMs: ms } = thresholdsOf(config.mesh, platform);
    const timing = createTiming(elapsed);
    const { phasesMs } = timing;
    let certificate: PeerCertificate | undefined;
    // Of several hosts, after redirects, the first is the platform.
    const onCertificate = (shown: PeerCertificate) => {
      certificate ??= shown;
    };
    try {
      const outcome = await within(clock, { ms, reason: TOO_LATE, signal }, (signal) =>
        kindOf(platform).probe(platform, { ...whole, journal, signal, timing, say, onCertificate }),
      );
      return outcome && { ...outcome, certificate, phasesMs };
    } catch (error) {
      if (error instanceof TransportError)
        return { answered: false, failure: error.reason, certificate, phasesMs };
      log.error({ err: error, platform: platform.id }, 'probe failed');
      return { answered: false, failure: 'unreachable' };
    }
  };
  const check: CheckPlatform = (...to) => checkAloud(...to, () => undefined);
  return { checkAloud, check };
}
