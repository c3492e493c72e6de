import type { WebSecrets } from '../../../contract/sent/platform.ts';
import { within } from '../../base/clock.ts';
import { ofKind, type Platform, thresholdsOf } from '../../config/mesh-config.ts';
import { platformContext } from '../../database/platform-definitions.ts';
import type { NodeBase } from '../../feature.ts';
import { found, TransportError } from '../../mesh/failure.ts';
import type { ProbeOutcome } from '../../mesh/peers/peer-status.ts';
import type { CheckPlatform } from '../../mesh/peers/probe-peers.ts';
import type { PeerCertificate } from '../../mesh/transport/peer-certificate.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { countReportFrom, readReport } from '../rows/reports.ts';
import { openSocket, type ProbeContext } from './connect.ts';
import { probeDns } from './dns.ts';
import type { ProbeGuard } from './probe-guard.ts';
import { probeWeb } from './web.ts';

interface ChecksDeps extends Pick<NodeBase, 'config' | 'db' | 'journal' | 'clock' | 'log'> {
  readonly secrets: SecretBox;
  readonly guard: ProbeGuard;
}

/** One engine for rounds and tests: the same probe, the same outcome. */
export interface Checks {
  readonly check: CheckPlatform;
  /** @param say called with each step that was done */
  checkAloud(
    platform: Platform,
    signal: AbortSignal,
    say: ProbeContext['say'],
  ): Promise<ProbeOutcome | null>;
}

const TOO_LATE = new TransportError('too-late');

export function createChecks(deps: ChecksDeps): Checks {
  const { config, clock, log } = deps;

  async function checkAloud(
    platform: Platform,
    signal: AbortSignal,
    say: ProbeContext['say'],
  ): Promise<ProbeOutcome | null> {
    const { timeoutMs: ms } = thresholdsOf(config.mesh, platform);
    let certificate: PeerCertificate | undefined;
    // Of several hosts, after redirects, the first is the platform.
    const onCertificate = (shown: PeerCertificate) => {
      certificate ??= shown;
    };
    try {
      const outcome = await within(clock, { ms, reason: TOO_LATE, signal }, (signal) =>
        probe(platform, deps, { signal, say, onCertificate }),
      );
      return outcome && { ...outcome, certificate };
    } catch (error) {
      if (error instanceof TransportError)
        return { answered: false, failure: error.reason, certificate };
      log.error({ err: error, platform: platform.id }, 'probe failed');
      return { answered: false, failure: 'unreachable' };
    }
  }
  return { checkAloud, check: (platform, signal) => checkAloud(platform, signal, () => undefined) };
}

async function probe(
  platform: Platform,
  { config, db, journal, clock, guard, secrets: box }: ChecksDeps,
  context: Pick<ProbeContext, 'signal' | 'say' | 'onCertificate'>,
): Promise<ProbeOutcome | null> {
  const { now, elapsed } = clock;
  const whole: ProbeContext = { ...context, guard, ca: config.meshCa, now, elapsed };
  const { id, secret } = platform;
  const check = ofKind(platform);
  switch (check.kind) {
    case 'web': {
      const opened = openSecrets(box, { id, secret });
      if (opened === undefined)
        return { answered: false, failure: found('its secrets cannot be read: enter them again') };
      return probeWeb(check, opened, whole);
    }
    case 'tcp': {
      const started = elapsed();
      (await openSocket({ host: check.host, port: check.port, tls: 'none' }, whole)).destroy();
      return { answered: true, latencyMs: Math.round((elapsed() - started) * 10) / 10 };
    }
    case 'dns':
      return probeDns(check, whole);
    case 'report': {
      const report = await readReport(db, id);
      if (report === undefined) return null;
      if (report.status === 'down')
        return { answered: false, failure: found(`reported: ${report.message || 'down'}`) };
      const at = now();
      if (report.at > at) await journal.commit((tx) => countReportFrom(tx, id, at));
      const isLate = at - report.at > (check.everySec + check.graceSec) * 1000;
      return isLate
        ? { answered: false, failure: 'not-reported' }
        : { answered: true, latencyMs: null };
    }
    default:
      return null;
  }
}

/** @returns undefined if they cannot be read */
export function openSecrets(
  box: SecretBox,
  { id, secret }: { readonly id: string; readonly secret?: string | undefined },
): WebSecrets | undefined {
  const text = secret === undefined ? '{}' : box.open(platformContext(id), secret);
  return text === undefined ? undefined : JSON.parse(text);
}
