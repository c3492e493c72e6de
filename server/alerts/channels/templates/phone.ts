import type { Severity } from '../../../../contract/limits.ts';
import type { Rendered, TemplateInput } from './template.ts';

/** Apps on people's phones. */

/** 1 to 5: https://docs.ntfy.sh/publish/#message-priority */
const NTFY_PRIORITIES: Readonly<Record<Severity, number>> = { error: 5, warning: 4, success: 3 };
/** https://docs.ntfy.sh/emojis/ */
const NTFY_TAGS: Readonly<Record<Severity, string>> = {
  error: 'rotating_light',
  warning: 'warning',
  success: 'white_check_mark',
};

/**
 * https://docs.ntfy.sh/publish/#publish-as-json: to the root, with the topic in the body. The channel's address is that
 * of the topic, as ntfy itself shows it.
 */
export function ntfy({ alert, link, url, key }: TemplateInput): Rendered {
  const address = new URL(url);
  const segments = address.pathname.split('/').filter(Boolean);
  const topic = decodedOr(segments.pop() ?? '');
  address.pathname = `/${segments.join('/')}`;
  return {
    url: address.href,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: {
      topic,
      title: alert.title,
      message: alert.text,
      priority: NTFY_PRIORITIES[alert.severity],
      tags: [NTFY_TAGS[alert.severity]],
      click: link,
    },
  };
}

/** A bare `%` encodes nothing. */
function decodedOr(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** From 8 on the phone rings: https://github.com/gotify/android#message-priorities */
const GOTIFY_PRIORITIES: Readonly<Record<Severity, number>> = { error: 8, warning: 5, success: 4 };

/**
 * https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras. The channel's address is that of the server, or
 * of its `/message`.
 */
export function gotify({ alert, link, url, key }: TemplateInput): Rendered {
  const address = new URL(url);
  if (!address.pathname.endsWith('/message'))
    address.pathname = `${address.pathname.replace(/\/$/, '')}/message`;
  return {
    url: address.href,
    headers: key === undefined ? {} : { 'x-gotify-key': key },
    body: {
      title: alert.title,
      message: alert.text,
      priority: GOTIFY_PRIORITIES[alert.severity],
      extras: { 'client::notification': { click: { url: link } } },
    },
  };
}
