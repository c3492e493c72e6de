import type { CallRequest } from '../worker/api.ts';

/** @returns an action's input as the worker takes it: the path's values apart from what is sent */
export function requestOf(input: unknown): CallRequest {
  if (typeof input !== 'object' || input === null) return {};
  const { params, ...payload } = input as CallRequest & Record<string, unknown>;
  return Object.keys(payload).length === 0 ? { params } : { params, payload };
}
