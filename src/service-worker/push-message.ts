import type { PushMessage } from '../../contract/shapes/push.ts';

/** What a notification shows. */
export type Shown = Pick<PushMessage, 'title' | 'text' | 'tag' | 'url'> &
  Partial<Pick<PushMessage, 'at' | 'id'>>;

/** A browser takes away the right to push from who shows nothing, so what cannot be read shows this. */
const UNREADABLE: Shown = {
  title: 'Something happened',
  text: 'Open the console to see what.',
  tag: 'unreadable',
  url: '/dashboard',
};

/** Reads what was pushed; never throws. By hand: a service worker is small, and starts for each push. */
export function messageOf(data: Pick<PushMessageData, 'json'> | null): Shown {
  try {
    const said: unknown = data?.json();
    return isMessage(said) ? { ...said, url: pathOf(said.url) } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

function isMessage(said: unknown): said is Shown {
  if (typeof said !== 'object' || said === null) return false;
  const { title, text, tag, url, at, id } = said as Partial<Record<keyof Shown, unknown>>;
  return (
    [title, text, tag, url].every((one) => typeof one === 'string' && one !== '') &&
    (at === undefined || Number.isFinite(at)) &&
    (id === undefined || typeof id === 'string')
  );
}

/** A tap never leads out of the console. */
const pathOf = (url: string) => (/^\/(?![/\\])/.test(url) ? url : UNREADABLE.url);
