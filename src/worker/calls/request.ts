import type { Call } from '../../../contract/calls.ts';
import { type CallName, pathOf } from '../../../contract/paths.ts';
import type { CallRequest, UploadPayload } from '../api.ts';

/** @returns path and query of a call. Throws TypeError when a value for the path is missing. */
export function addressOf(name: CallName, { params, query }: CallRequest): string {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(field, String(value));
  return search.size === 0 ? pathOf(name, params) : `${pathOf(name, params)}?${search}`;
}

/** A call without a payload sends neither body nor content type; every call sends credentials. */
export function initOf(row: Call, payload: unknown, signal: AbortSignal): RequestInit {
  const init: RequestInit = {
    method: row.method,
    credentials: 'include',
    cache: 'no-store',
    signal,
  };
  if (row.body === 'json')
    return {
      ...init,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    };
  return row.body === 'multipart' ? { ...init, body: formOf(payload as UploadPayload) } : init;
}

/** The browser writes the content type of a form, its boundary included. */
function formOf({ file, targetPlatforms, priority }: UploadPayload): FormData {
  const form = new FormData();
  form.append('targetPlatforms', JSON.stringify(targetPlatforms));
  form.append('priority', priority);
  form.append('zipfile', file, file.name);
  return form;
}
