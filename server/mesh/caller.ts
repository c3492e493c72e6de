import * as z from 'zod/mini';
import { ANSWER_HEADER, CALL_SCHEME } from './claims.ts';
import { type Clock, within } from './clock.ts';
import type { Dial, Incoming } from './dial.ts';
import { DialError } from './dial-error.ts';
import type { Failure } from './failure.ts';
import type { Identity } from './identity.ts';
import { jsonOf } from './json.ts';
import {
  type Answered,
  MESH_CALLS,
  type MeshCallName,
  MeshRefusalSchema,
  type Said,
} from './messages.ts';
import { signCall } from './sign.ts';
import { distrust, type FindKey, type Verdict } from './token.ts';
import { verifyAnswer } from './verify.ts';

/** Calls sisters, signed, and believes only answers that are signed by them for that very call. */
export interface Caller {
  /** Takes `timeoutMs` at most, the check of the answer included; never throws for what a sister does. */
  call<Name extends MeshCallName>(
    platform: string,
    name: Name,
    said: Said<Name>,
    signal: AbortSignal,
  ): Promise<Verdict<Heard<Name>, Failure>>;
}

export interface Heard<Name extends MeshCallName> {
  readonly answer: Answered<Name>;
  /** From the first byte sent to the last byte received; the checks are not counted. */
  readonly latencyMs: number;
}

interface CallerParts {
  readonly identity: Identity;
  readonly dial: Dial;
  readonly findKey: FindKey;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Made once: a call in time would pay for its trace as well. */
const TOO_LATE = new DialError('too-late');

export function createCaller(parts: CallerParts): Caller {
  const { dial, identity, findKey, clock, timeoutMs } = parts;

  async function ask<Name extends MeshCallName>(
    platform: string,
    name: Name,
    said: Said<Name>,
    signal: AbortSignal,
  ): Promise<Verdict<Heard<Name>, Failure>> {
    const { path, answer: schema } = MESH_CALLS[name];
    const body = Buffer.from(JSON.stringify(said));
    const call = { to: platform, method: 'POST', path, body } as const;
    const { token, nonce } = signCall(identity, call, clock.now());
    const headers = {
      authorization: `${CALL_SCHEME} ${token}`,
      'content-type': 'application/json',
    };
    const started = clock.elapsed();
    const answer = await dial.request(platform, { method: 'POST', path, headers, body }, signal);
    const latencyMs = rounded(clock.elapsed() - started);
    if (answer.status !== 200) return distrust(refusalIn(answer));
    const verdict = await verifyAnswer(
      { token: tokenOf(answer), status: answer.status, body: answer.body },
      { self: identity.id, platform, nonce },
      { findKey, now: clock.now },
      signal,
    );
    if (!verdict.ok) return verdict;
    const parsed = z.safeParse(schema, jsonOf(answer.body));
    if (!parsed.success) return distrust('wrong-answer');
    return { ok: true, value: { answer: parsed.data as Answered<Name>, latencyMs } };
  }

  return {
    call(platform, name, said, signal) {
      const limit = { ms: timeoutMs, reason: TOO_LATE, signal };
      return within(clock, limit, async (signal) => {
        const first = await caught(ask(platform, name, said, signal));
        // A kept connection may be closed by the other side at the very moment it is used again.
        const again = !first.ok && first.reason === 'broken-off';
        return again ? caught(ask(platform, name, said, signal)) : first;
      });
    },
  };
}

async function caught<T>(asking: Promise<Verdict<T, Failure>>): Promise<Verdict<T, Failure>> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof DialError) return distrust(error.silence);
    throw error;
  }
}

function tokenOf({ headers }: Incoming): string | undefined {
  const token = headers[ANSWER_HEADER];
  return typeof token === 'string' ? token : undefined;
}

/** A refusal is not signed, so it is only ever read as one of the known reasons. */
function refusalIn(answer: Incoming): Failure {
  const refusal = z.safeParse(MeshRefusalSchema, jsonOf(answer.body));
  if (answer.status !== 401 || !refusal.success) return 'wrong-answer';
  return REFUSALS.get(refusal.data.reason) ?? 'refused';
}

const REFUSALS: ReadonlyMap<string, Failure> = new Map([
  ['clock-ahead', 'refused-clock'],
  ['clock-behind', 'refused-clock'],
  ['before-start', 'refused-clock'],
  ['unknown-key', 'refused-key'],
  ['wrong-identity', 'refused-key'],
  ['bad-signature', 'refused-key'],
]);

/** To a tenth of a millisecond: no clock here knows it better. */
const rounded = (ms: number) => Math.round(ms * 10) / 10;
