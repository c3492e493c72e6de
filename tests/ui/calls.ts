import { onTestFinished, vi } from 'vitest';
import type { WriteName } from '../../contract/calls.ts';
import { workerClient } from '../../src/console/worker-client.ts';

/** What the server answers to calls: fields, the reason of a refusal, or a status; of several, one after the other. */
export type Answers = Partial<Record<WriteName, Answer | Answer[]>>;

type Answer = object | string | number;

/**
 * Answers the calls of a test in place of the data worker, each with the next of its answers and then with the last.
 *
 * @returns the calls that were sent, each with its name, the values of its path, and what was sent
 */
export function answerCalls(answers: Answers = {}) {
  const sent: unknown[] = [];
  const rest = new Map(Object.entries(answers).map(([name, given]) => [name, [given].flat()]));
  const spy = vi.spyOn(workerClient, 'send').mockImplementation(async (name, request) => {
    sent.push([
      name,
      ...Object.values(request?.params ?? {}),
      ...(request?.payload ? [request.payload] : []),
    ]);
    const queue = rest.get(name) ?? [];
    const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? {};
    if (typeof answer === 'number') return { ok: false, status: answer, text: '', why: 'refused' };
    if (typeof answer !== 'string') return { ok: true, data: answer };
    return { ok: false, status: 409, text: JSON.stringify({ message: answer }), why: 'refused' };
  });
  onTestFinished(() => spy.mockRestore());
  return sent;
}
