import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { proxy } from 'comlink';
import type { AnswerOf, WriteName } from '../../contract/calls.ts';
import type { PATHS } from '../../contract/paths.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import { ApiError, type Outcome, userMessageOf } from '../shared/outcome.ts';
import type { CallRequest, OnLine } from '../worker/api.ts';
import { type Notice, notify } from './notices.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

/** The names in the braces of a path. */
type BracesOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | BracesOf<Rest>
  : never;

type PathValues<Name extends WriteName> = [BracesOf<(typeof PATHS)[Name]>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<BracesOf<(typeof PATHS)[Name]>, string>> };

type Sent<Name extends WriteName> = PayloadOf<Name> extends null ? unknown : PayloadOf<Name>;

/** TanStack makes an argument of this type optional. */
type Nothing = ReturnType<VoidFunction>;

/** What an action is called with: its payload's fields, and `params` where its path has braces. */
type ActionInput<Name extends WriteName> = unknown extends Sent<Name> & PathValues<Name>
  ? Nothing
  : Sent<Name> & PathValues<Name>;

type Action<Name extends WriteName> = UseMutationResult<
  AnswerOf<Name>,
  ApiError,
  ActionInput<Name>
>;

/** A notice, or its title alone. */
type NoticeText = string | (Pick<Notice, 'title'> & Partial<Notice>);

/** How an action's end is said to its user, also when the screen it came from is gone by then. */
interface ActionNotices<Name extends WriteName> {
  /** Of an answer in lines it gets all but the last, as they come. */
  readonly onLine?: OnLine;
  /** Left out: nothing is said. */
  readonly success?:
    | NoticeText
    | ((answer: AnswerOf<Name>, input: ActionInput<Name>) => NoticeText);
  /** Left out: nothing is said. Below the title stands why, in the server's words, unless a message is given. */
  readonly failure?: NoticeText | ((error: ApiError, input: ActionInput<Name>) => NoticeText);
}

/**
 * A call that changes something. It ends done or failed with ApiError, never parked; the worker reads again
 * what the call refreshes. `mutate` never throws; `mutateAsync` rejects.
 */
export function useAction<Name extends WriteName>(
  name: Name,
  { success, failure, onLine }: ActionNotices<Name> = {},
): Action<Name> {
  const options: UseMutationOptions<AnswerOf<Name>, ApiError, ActionInput<Name>> = {
    mutationKey: [name],
    mutationFn: async (input) => {
      const sent = workerClient.send(name, requestOf(input), onLine && proxy(onLine));
      const outcome = (await sent) as Outcome<AnswerOf<Name>>;
      if (!outcome.ok) throw new ApiError(outcome);
      return outcome.data;
    },
    onSuccess(answer, input) {
      const text = typeof success === 'function' ? success(answer, input) : success;
      if (text !== undefined) notify({ severity: 'success', ...noticeOf(text) });
    },
    onError(error, input) {
      const text = typeof failure === 'function' ? failure(error, input) : failure;
      if (text !== undefined) notifyFailure(text, error);
    },
  };
  return useMutation(options, pageCache.queryClient);
}

/** Says that something failed, and why. */
export function notifyFailure(text: NoticeText, error: unknown): void {
  notify({ severity: 'error', message: userMessageOf(error), ...noticeOf(text) });
}

const noticeOf = (text: NoticeText) => (typeof text === 'string' ? { title: text } : text);

/** @returns an action's input as the worker takes it: the path's values apart from what is sent */
export function requestOf(input: unknown): CallRequest {
  if (typeof input !== 'object' || input === null) return {};
  const { params, ...payload } = input as CallRequest & Record<string, unknown>;
  return Object.keys(payload).length === 0 ? { params } : { params, payload };
}
