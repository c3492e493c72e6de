import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { AnswerOf, PayloadOf, WriteName } from '../../contract/calls.ts';
import type { PATHS } from '../../contract/paths.ts';
import type { UploadPayload } from '../worker/api.ts';
import { ApiError, type Outcome } from './outcome.ts';
import { requestOf } from './request-of.ts';
import { dataWorker } from './worker.ts';

/** The names in the braces of a path. */
type BracesOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | BracesOf<Rest>
  : never;

type PathValues<Name extends WriteName> = [BracesOf<(typeof PATHS)[Name]>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<BracesOf<(typeof PATHS)[Name]>, string>> };

type Sent<Name extends WriteName> = Name extends 'upload'
  ? UploadPayload
  : PayloadOf<Name> extends null
    ? unknown
    : PayloadOf<Name>;

/** TanStack makes an argument of this type optional. */
type Nothing = ReturnType<VoidFunction>;

/** What an action is called with: its payload's fields, and `params` where its path has braces. */
export type ActionInput<Name extends WriteName> = unknown extends Sent<Name> & PathValues<Name>
  ? Nothing
  : Sent<Name> & PathValues<Name>;

export type Action<Name extends WriteName> = UseMutationResult<
  AnswerOf<Name>,
  ApiError,
  ActionInput<Name>
>;

/**
 * A call that changes something. It ends done or failed with ApiError, never parked; the worker reads
 * again what it refreshes.
 */
export function useAction<Name extends WriteName>(name: Name): Action<Name> {
  return useMutation<AnswerOf<Name>, ApiError, ActionInput<Name>>({
    mutationKey: [name],
    mutationFn: async (input) => {
      const outcome = await dataWorker.send(name, requestOf(input));
      return answerOf(outcome as Outcome<AnswerOf<Name>>);
    },
  });
}

function answerOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new ApiError(outcome);
  return outcome.data;
}
