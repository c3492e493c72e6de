import * as z from 'zod/mini';
import { type Clock, within } from '../../base/clock.ts';
import { type Failure, failureForReason } from '../../outgoing/failure.ts';
import { TransportError } from '../../outgoing/no-answer.ts';
import { latencyOf, type PhasesMs } from '../../outgoing/timing.ts';
import type { Identity } from '../keys/identity.ts';
import {
  type Answer,
  MESH_CALLS,
  type MeshCallName,
  MeshErrorSchema,
  type Payload,
  parseJson,
} from '../wire/messages.ts';
import { prepareCall } from '../wire/signed-message.ts';
import { type FindKey, rejected, type Verdict } from '../wire/verdict.ts';
import { CLOCK_TOLERANCE_SEC, verifyAnswer } from '../wire/verify.ts';
import type { Transport, TransportResponse } from './transport.ts';

/** Makes signed calls to peers and verifies their signed answers. */
export interface Caller {
  /** Takes at most `timeoutMsOf` it, verification included. Never throws for what a peer does. */
  call<Name extends MeshCallName>(
    platform: string,
    name: Name,
    payload: Payload<Name>,
    signal: AbortSignal,
  ): Promise<Verdict<CallResult<Name>, Failure>>;
}

interface CallResult<Name extends MeshCallName> {
  readonly answer: Answer<Name>;
  /** From the first byte sent to the last byte received, without verification. */
  readonly latencyMs: number;
  readonly phasesMs: PhasesMs;
  /** The peer's clock minus this node's, if it signed the answer halfway between the first byte and the last one. */
  readonly clockOffsetMs: number;
}

export interface CallerDeps {
  readonly identity: Identity;
  readonly transport: Transport;
  readonly findKey: FindKey;
  readonly clock: Clock;
  readonly timeoutMsOf: (platform: string) => number;
}

/** Created once: an error per call would cost a stack trace each. */
const TOO_LATE = new TransportError('too-late');

export function createCaller(deps: CallerDeps): Caller {
  const { transport, identity, findKey, clock, timeoutMsOf } = deps;

  async function callOnce<Name extends MeshCallName>(
    platform: string,
    name: Name,
    payload: Payload<Name>,
    signal: AbortSignal,
  ): Promise<Verdict<CallResult<Name>, Failure>> {
    const { path, answer: schema } = MESH_CALLS[name];
    const body = Buffer.from(JSON.stringify(payload));
    const calledAt = clock.now();
    const call = { to: platform, path, body };
    const { nonce, request } = prepareCall(identity, call, calledAt);
    const response = await transport.request(
      platform,
      { method: 'POST', path, headers: request.headers, body },
      signal,
    );
    const latencyMs = latencyOf(response);
    if (response.status !== 200) return rejected(refusalIn(response, clock.now()));
    const { phasesMs } = response;
    const verdict = await verifyAnswer(
      { ...response, request },
      { self: identity.id, platform, nonce },
      { findKey, now: clock.now },
      signal,
    );
    if (!verdict.ok) return verdict;
    const parsed = z.safeParse(schema, parseJson(response.body));
    if (!parsed.success) return rejected('wrong-answer');
    const clockOffsetMs = toTenths(verdict.value.signedAt - (calledAt + latencyMs / 2));
    return {
      ok: true,
      value: { answer: parsed.data as Answer<Name>, latencyMs, phasesMs, clockOffsetMs },
    };
  }

  return {
    call(platform, name, payload, signal) {
      const limit = { ms: timeoutMsOf(platform), reason: TOO_LATE, signal };
      return within(clock, limit, async (signal) => {
        const first = await transportErrorAsVerdict(callOnce(platform, name, payload, signal));
        // The peer may close a kept connection just when it is used again: retry once.
        const again = !first.ok && first.reason === 'broken-off';
        return again ? transportErrorAsVerdict(callOnce(platform, name, payload, signal)) : first;
      });
    },
  };
}

async function transportErrorAsVerdict<T>(
  call: Promise<Verdict<T, Failure>>,
): Promise<Verdict<T, Failure>> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TransportError) return rejected(error.reason);
    throw error;
  }
}

/** An error is not signed, so only its known reasons are used. */
function refusalIn(response: TransportResponse, now: number): Failure {
  const error = z.safeParse(MeshErrorSchema, parseJson(response.body)).data;
  if (response.status !== 401 || error === undefined) return 'wrong-answer';
  const failure = failureForReason(error.reason);
  const apartMs = Math.abs((error.now ?? now) - now);
  // A call that is older than the callee's start: the clocks differ, or it has just started.
  return failure === 'refused-start' && apartMs > CLOCK_TOLERANCE_SEC * 1000
    ? 'refused-clock'
    : failure;
}

/** Tenths of a millisecond: more digits would not be accurate. */
const toTenths = (ms: number) => Math.round(ms * 10) / 10;
