import type { Severity } from '../../../../contract/limits.ts';
import type { Rendered, TemplateInput } from './template.ts';

/** From 8 on the phone rings: https://github.com/gotify/android#message-priorities */
const PRIORITIES: Readonly<Record<Severity, number>> = { error: 8, warning: 5, success: 4 };

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
      priority: PRIORITIES[alert.severity],
      extras: { 'client::notification': { click: { url: link } } },
    },
  };
}
