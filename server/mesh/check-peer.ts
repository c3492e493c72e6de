import { calculateJwkThumbprint } from 'jose';
import * as z from 'zod/mini';
import { type Clock, within } from '../base/clock.ts';
import type { Platform } from '../config/mesh-config.ts';
import { type Failure, failureForReason, failureText } from '../outgoing/failure.ts';
import { TransportError } from '../outgoing/no-answer.ts';
import { latencyOf } from '../outgoing/timing.ts';
import type { OnFinding, PeerCheck } from '../platforms/node-check.ts';
import type { Identity } from './keys/identity.ts';
import { JWKS_PATH, publicKeysOf } from './keys/jwks.ts';
import { fixedKeyring } from './keys/keyring.ts';
import type { Transport, TransportResponse } from './transport/transport.ts';
import { MESH_CALLS, MeshErrorSchema, parseJson } from './wire/messages.ts';
import { partiesIn, prepareCall } from './wire/signed-message.ts';
import { CLOCK_TOLERANCE_SEC, verifyAnswer } from './wire/verify.ts';

interface CheckPeerDeps {
  readonly identity: Identity;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly onFinding?: OnFinding | undefined;
}

type Finding = PeerCheck['findings'][number];

const TOO_LATE = new TransportError('too-late');

/** Checks a peer from the outside in: address, keys, signed call, id, clock, version. Never throws for the peer. */
export async function checkPeer(platform: Platform, deps: CheckPeerDeps): Promise<PeerCheck> {
  const limit = { ms: deps.timeoutMs, reason: TOO_LATE, signal: new AbortController().signal };
  const findings: Finding[] = [];
  try {
    const keys = await within(deps.clock, limit, (signal) => readKeys(platform, deps, signal));
    findings.push(...keys.findings);
    for (const finding of keys.findings) deps.onFinding?.(finding);
    if (keys.changes.length > 0) return { findings, changes: keys.changes };
    const probe = await within(deps.clock, limit, (signal) =>
      probePeer(platform, keys.jwks, deps, signal),
    );
    return {
      findings: [...findings, ...probe.findings],
      changes: probe.changes,
      phasesMs: { ...keys.phasesMs, ...probe.phasesMs },
    };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return {
      findings: [...findings, ['answers', `no: ${failureText(error.reason)}`, true]],
      changes: [adviceFor(error.reason, platform, deps.identity)],
    };
  }
}

async function readKeys(
  { id, keys: pins }: Platform,
  { transport }: CheckPeerDeps,
  signal: AbortSignal,
): Promise<PeerCheck & { readonly jwks: unknown }> {
  const response = await transport.request(id, { method: 'GET', path: JWKS_PATH }, signal);
  const jwks = response.status === 200 ? parseJson(response.body) : undefined;
  const keys = await Promise.all(
    (publicKeysOf(jwks) ?? []).map((key) => calculateJwkThumbprint(key)),
  );
  if (keys.length === 0)
    return {
      jwks,
      findings: [['answers', `HTTP ${response.status}, but no key at ${JWKS_PATH}`, true]],
      changes: [
        'No mesh node answers there. Check the address; a proxy must forward /.well-known/ and /mesh/.',
      ],
    };
  const pinned = pins === undefined ? 'not pinned' : 'pinned';
  const isRight = pins === undefined || keys.some((key) => pins.includes(key));
  return {
    jwks,
    phasesMs: response.phasesMs,
    findings: [
      ['key', `${keys.join(', ')} (${isRight ? pinned : 'not the pinned one'})`, !isRight],
    ],
    changes: isRight
      ? []
      : ['It publishes none of the pinned keys. If its operator confirms the key, change "keys".'],
  };
}

async function probePeer(
  platform: Platform,
  jwks: unknown,
  { identity, transport, clock }: CheckPeerDeps,
  signal: AbortSignal,
): Promise<PeerCheck> {
  const { path, answer: schema } = MESH_CALLS.probe;
  const body = Buffer.from('{}');
  const call = { to: platform.id, path, body };
  const { nonce, request } = prepareCall(identity, call, clock.now());
  const response = await transport.request(
    platform.id,
    { method: 'POST', path, headers: request.headers, body },
    signal,
  );
  const { phasesMs } = response;
  const answers: Finding = ['answers', `in ${Math.round(latencyOf(response))} ms`, false];
  if (response.status !== 200) return describeError(response, platform, identity, clock.now());
  const { issuer, at } = partiesIn(response);
  const clockFinding = at === undefined ? [] : [describeClock(at - clock.now())];
  const { findKey } = await fixedKeyring([[platform.id, jwks]]);
  const verdict = await verifyAnswer(
    { ...response, request },
    { self: identity.id, platform: platform.id, nonce },
    { findKey, now: clock.now },
    signal,
  );
  if (!verdict.ok)
    return {
      findings: [
        answers,
        ['id', `${issuer ?? 'unknown'}, not verified: ${failureText(verdict.reason)}`, true],
        ...clockFinding,
      ],
      changes: [adviceFor(verdict.reason, platform, identity, issuer)],
    };
  const answer = z.safeParse(schema, parseJson(response.body));
  const version = answer.data?.version ?? 'unknown';
  return {
    findings: [answers, ['id', platform.id, false], ...clockFinding, ['version', version, false]],
    changes: [],
    phasesMs,
  };
}

function describeError(
  response: TransportResponse,
  platform: Platform,
  identity: Identity,
  now: number,
): PeerCheck {
  const { success, data } = z.safeParse(MeshErrorSchema, parseJson(response.body));
  if (response.status !== 401 || !success)
    return {
      findings: [['answers', `HTTP ${response.status}, not as a mesh node`, true]],
      changes: ['Check the address; a proxy must forward /mesh/ with bodies of up to 1 MiB.'],
    };
  const failure = failureForReason(data.reason);
  return {
    findings: [
      ['answers', `401: ${failureText(failure)} (${data.reason})`, true],
      ...(data.id === undefined ? [] : ([['id', data.id, false]] as const)),
      ...(data.now === undefined ? [] : [describeClock(data.now - now)]),
    ],
    changes: [adviceFor(failure, platform, identity, data.id)],
  };
}

function describeClock(aheadMs: number): Finding {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const direction = aheadMs >= 0 ? 'ahead' : 'behind';
  const isWrong = Math.abs(aheadMs) > CLOCK_TOLERANCE_SEC * 1000;
  const verdict = isWrong ? 'too far' : 'fine';
  return ['clock', `${seconds} s ${direction} of this one (${verdict})`, isWrong];
}

/** @param theirId the platform id that the peer says it has */
function adviceFor(
  failure: Failure,
  platform: Platform,
  identity: Identity,
  theirId?: string,
): string {
  const thumbprint = identity.jwks().keys[0]?.kid;
  switch (failure) {
    case 'no-address':
      return 'Give the platform an "address" in mesh.config.json.';
    case 'unknown-name':
      return 'Check the host name in "address" and the name server of this machine.';
    case 'forbidden-address':
      return 'The name resolves to an inner address: state that address literally in "address".';
    case 'not-tls':
      return 'The address says https, but no TLS answers there: change it to http, or set up TLS there.';
    case 'certificate-issuer':
      return 'Set MESH_CA to the certificate of the authority that signed it.';
    case 'certificate-name':
      return 'Use a name of the certificate in "address", or renew the certificate for this name.';
    case 'certificate-expired':
    case 'certificate-not-yet-valid':
      return 'Renew the certificate of the platform, and check the clocks of both machines.';
    case 'redirected':
      return 'Set "address" to where the redirect leads.';
    case 'http2-only':
    case 'wants-certificate':
    case 'bad-http':
      return 'Another server than a mesh node answers there: check the address and the port, or the proxy in front of it.';
    case 'slow-name':
    case 'name-failed':
      return 'Check the name server of this machine, and those of the name.';
    case 'too-late':
    case 'unfinished':
    case 'slow-tls':
      return 'Check that the platform runs and how long the line takes; probe.timeoutMs is the limit.';
    case 'refused-id':
      return `Its mesh.config.json needs a platform with "id": "${identity.id}", or node.id here must be the id that it has for this node.`;
    case 'refused-audience':
    case 'unknown-issuer':
      return `The id here is "${platform.id}", there it is "${theirId ?? 'another'}": make platforms[].id here equal to node.id there.`;
    case 'refused-clock':
    case 'clock-ahead':
    case 'clock-behind':
      return 'Set the clocks of both machines (NTP): they may differ by 5 seconds.';
    case 'refused-start':
      return 'It has just started. Try again in a few seconds.';
    case 'refused-key':
      return `Its operator must pin or accept the key of this node: ${thumbprint}.`;
    case 'refused-no-key':
      return 'It must be able to call this node: start this node, and check the address that it has for this node, and its MESH_CA.';
    case 'refused-changed':
      return 'A proxy between the nodes changes method, path or body: let it pass them unchanged.';
    case 'no-key-set':
    case 'unknown-key':
    case 'bad-signature':
      return 'Another server may answer at this address. Ask its operator which key it signs with.';
    default:
      return 'Check the address, the port and the firewall, and that the platform runs.';
  }
}
