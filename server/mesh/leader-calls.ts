import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { currentActor, withActor } from '../base/actor.ts';
import { BusyError } from '../base/http-error.ts';
import type { Topic } from '../database/pubsub.ts';
import type { NodeBase } from '../feature.ts';
import { NotLeaderError } from '../leader/fenced-journal.ts';
import {
  COMMANDS,
  type CommandAnswer,
  type CommandArgs,
  type CommandName,
  createCommands,
  type MeshCommands,
} from './mesh-commands.ts';

interface LeaderCallsDeps extends Pick<NodeBase, 'pubsub' | 'clock' | 'loops'> {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** After this time without a sign of the leader a call has failed. */
const SILENCE_MAX_MS = 10_000;
const SEND = { name: 'call the leader', everyMs: 2_000, limitMs: SILENCE_MAX_MS };
/** How long an answer is kept for a repeated call. */
const KEEP_MS = 60_000;

const CallSchema = z.object({
  id: z.string(),
  name: z.enum(Object.keys(COMMANDS) as CommandName[]),
  args: z.unknown(),
  actor: z.object({
    accountId: z.nullable(z.string()),
    name: z.string(),
    kind: z.enum(['person', 'token', 'display', 'nobody', 'command', 'server']),
    token: z.optional(z.string()),
    address: z.string(),
  }),
});
type Call = z.infer<typeof CallSchema>;

const AnswerSchema = z.discriminatedUnion('state', [
  z.object({ id: z.string(), state: z.literal('working') }),
  z.object({ id: z.string(), state: z.literal('done'), value: z.unknown() }),
  z.object({
    id: z.string(),
    state: z.literal('busy'),
    message: z.string(),
    status: z.union([z.literal(429), z.literal(503)]),
    retryAfterSec: z.number(),
  }),
  z.object({ id: z.string(), state: z.literal('failed') }),
]);
type Answer = z.infer<typeof AnswerSchema>;

const CALLS: Topic<Call> = { name: 'leader-call', schema: CallSchema };
const ANSWERS: Topic<Answer> = { name: 'leader-answer', schema: AnswerSchema };

/**
 * Calls from an instance to the one that leads, over pub/sub. A call is sent again until it is answered: messages are lost with
 * a connection, and the leader may be another one in the meantime. A leader answers a repeated call without doing it again.
 */
export function createLeaderCalls({ pubsub, clock, loops, log }: LeaderCallsDeps) {
  async function ask<Name extends CommandName>(
    name: Name,
    args: CommandArgs<Name>,
  ): Promise<CommandAnswer<Name>> {
    const call: Call = { id: randomUUID(), name, args, actor: currentActor() };
    const answered = new AbortController();
    let answer: Answer | undefined;
    let lastSignAt = clock.elapsed();
    const stopListening = pubsub.subscribe(ANSWERS, (message) => {
      if (message.id !== call.id) return;
      lastSignAt = clock.elapsed();
      if (message.state === 'working') return;
      answer = message;
      answered.abort('answered');
    });
    try {
      await loops.until(SEND, answered.signal, async () => {
        if (clock.elapsed() - lastSignAt >= SILENCE_MAX_MS) throw new NotLeaderError();
        await pubsub.publish(CALLS, call);
        return false;
      });
      if (answer === undefined) throw new NotLeaderError();
    } finally {
      stopListening();
    }
    return z.parse(COMMANDS[name].answer, resultOf(answer)) as CommandAnswer<Name>;
  }

  /** @returns undefined if another instance has to answer */
  async function answerTo(call: Call, commands: MeshCommands): Promise<Answer | undefined> {
    const { id, name, actor } = call;
    try {
      const args = z.parse(COMMANDS[name].args, call.args) as [];
      const command = commands[name] as (...args: unknown[]) => Promise<unknown>;
      return { id, state: 'done', value: await withActor(actor, () => command(...args)) };
    } catch (error) {
      if (error instanceof NotLeaderError) return undefined;
      if (error instanceof BusyError) {
        const { message, status, retryAfterSec } = error;
        return { id, state: 'busy', message, status, retryAfterSec };
      }
      log.error({ err: error, call: name }, 'call of another instance failed');
      return { id, state: 'failed' };
    }
  }

  return {
    /** Asks whoever leads. Throws NotLeaderError if nobody answers. */
    commands: createCommands(ask),
    /** Answers the calls of others, as the leader. @returns stops that */
    serve(commands: MeshCommands): () => void {
      const answers = new Map<string, { answer: Answer; at: number }>();
      const send = (answer: Answer) => {
        answers.set(answer.id, { answer, at: clock.elapsed() });
        pubsub
          .publish(ANSWERS, answer)
          .catch((error: unknown) => log.error({ err: error }, 'call not answered'));
      };
      return pubsub.subscribe(CALLS, (call) => {
        const known = answers.get(call.id);
        if (known !== undefined) return send(known.answer);
        for (const [id, { at }] of answers) if (clock.elapsed() - at > KEEP_MS) answers.delete(id);
        send({ id: call.id, state: 'working' });
        void answerTo(call, commands).then((answer) => answer && send(answer));
      });
    },
  };
}

/** @throws what the leader's command has thrown */
function resultOf(answer: Answer): unknown {
  switch (answer.state) {
    case 'done':
      return answer.value;
    case 'busy':
      throw new BusyError(answer.message, answer.status, answer.retryAfterSec);
    default:
      throw new Error('the leader failed to answer a call');
  }
}

/** Where no other instance can lead. */
export const NO_LEADER = createCommands(() => Promise.reject(new NotLeaderError()));
