import type { PlatformPayload } from '../../contract/sent/platform.ts';
import type { PlatformTestAnswer, TestStep } from '../../contract/shapes/platform.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import type { NodeBase } from '../feature.ts';
import { type Failure, failureText } from '../outgoing/failure.ts';
import type { PhasesMs } from '../outgoing/timing.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { definitionFrom } from './definition-from.ts';
import type { CheckNode, NodeCheck } from './node-check.ts';
import type { Checks } from './probes/checks.ts';
import { FORBIDDEN_TEXT } from './probes/probe-guard.ts';

export interface PlatformTestDeps extends Pick<NodeBase, 'journal' | 'now' | 'platforms'> {
  readonly mesh: { readonly checkNode: CheckNode };
  readonly checkAloud: Checks['checkAloud'];
  readonly box: SecretBox;
}

type Say = (step: TestStep) => void;

/**
 * @param id of the platform whose secrets are used where none are sent
 * @returns probes once what is not added yet, or not changed yet, and says each step as soon as it is done
 */
export function testPlatform(
  { journal, now, platforms, mesh, checkAloud, box }: PlatformTestDeps,
  payload: PlatformPayload,
  id: string | undefined,
): (say: Say) => Promise<PlatformTestAnswer> {
  const stored = platforms.find((one) => one.id === id);
  const before = stored && ({ ...stored, source: 'console' } as const);
  const { definition } = definitionFrom(payload, { before, taken: new Set(), box });
  return async (say) => {
    const answer =
      payload.kind === 'mesh'
        ? nodeAnswer(await mesh.checkNode(definition, (finding) => say(stepOf(finding))))
        : await testCheck((aloud) => checkAloud(definition, NEVER, journal, aloud), say);
    // With what names were resolved to.
    const detail = answer.steps.map(({ text }) => text).join('; ');
    await journal.commit((tx) =>
      recordAudit(tx, { action: 'platform.tested', target: payload.name, detail, at: now() }),
    );
    return answer;
  };
}

const NEVER = new AbortController().signal;

const stepOf = ([label, value, isWrong]: NodeCheck['findings'][number]): TestStep => ({
  ok: !isWrong,
  text: `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${value}`,
});

function nodeAnswer({ findings, changes, own, phasesMs }: NodeCheck): PlatformTestAnswer {
  const ok = changes.length === 0;
  const steps = findings.map(stepOf);
  const key = findings.find(([label]) => label === 'key')?.[1].split(/[ ,]/, 1)[0] ?? null;
  return { ok, steps, advice: changes[0] ?? null, key, own, ...phasesOf(phasesMs) };
}

async function testCheck(
  check: (say: (text: string) => void) => ReturnType<Checks['checkAloud']>,
  say: Say,
): Promise<PlatformTestAnswer> {
  const steps: TestStep[] = [];
  const outcome = await check((text) => {
    const step = { ok: true, text };
    steps.push(step);
    say(step);
  });
  if (outcome === null)
    steps.push({ ok: true, text: 'It is up from its first call of its address on.' });
  const phases = phasesOf(outcome?.phasesMs);
  if (outcome === null || outcome.answered)
    return { ok: true, steps, advice: null, key: null, ...phases };
  const { failure } = outcome;
  steps.push({ ok: false, text: `Failed: ${failureText(failure)}` });
  return { ok: false, steps, advice: adviceFor(failure), key: null, ...phases };
}

/** To tenths. One that reports itself has none. */
function phasesOf(phasesMs: PhasesMs = {}): Pick<PlatformTestAnswer, 'phasesMs'> {
  const phases = Object.entries(phasesMs).map(([name, ms]) => [name, Math.round(ms * 10) / 10]);
  return phases.length === 0 ? {} : { phasesMs: Object.fromEntries(phases) };
}

const ADVICE: Partial<Record<Failure, string>> = {
  'forbidden-target': FORBIDDEN_TEXT,
  unreachable: 'Check the address, the port and the firewall, and that it runs.',
  'unknown-name': 'Check how the name is written, and the name server of this machine.',
  'no-network': 'This server has no way there. Check its network.',
  'no-name-service': 'This server reaches no name server. Check its network.',
  'not-tls': 'No TLS answers there: try http, or another port.',
  'not-http':
    'Something else than a web server answers there: check the port, or add it as a port.',
  'bad-http': 'The answer breaks the rules of HTTP: check the program there, or add it as a port.',
  'http2-only': 'Let it speak HTTP/1.1 as well, or add it as a port.',
  'only-informational': 'Check the program that answers there.',
  'wants-certificate': 'This server has no client certificate: probe an address that wants none.',
  'tls-failed':
    'Allow TLS 1.2 or 1.3 there without a client certificate, or probe another address.',
  'slow-tls': 'Check the program that ends TLS there.',
  'name-failed': 'Check the name servers of the name: others are resolved.',
  'slow-name': 'Check the name server of this machine, and those of the name.',
  'no-connection': 'Check the address, the port and the firewall, and that it runs.',
  unfinished: 'Check what the answer waits for, or give it a longer timeout.',
  'certificate-issuer':
    'Set MESH_CA to the certificate of the authority that signed it, or take any certificate.',
  'certificate-name': 'Use a name that the certificate has, or take any certificate.',
  'certificate-expired': 'Renew the certificate.',
  'certificate-not-yet-valid': 'Check the clocks of both machines.',
  'too-late': 'Check that it runs and how long it takes, or give it a longer timeout.',
  'broken-off': 'It closed the connection before it answered: try http or https instead.',
  'too-large': 'Probe an address with a shorter answer.',
  redirected: 'Give the address to which it redirects.',
  'too-many-redirects': 'Give the last address, or let more redirects be followed.',
};

const adviceFor = (failure: Failure): string =>
  ADVICE[failure] ?? 'Check what the address answers, and what is expected of it.';
