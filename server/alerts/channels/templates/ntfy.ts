import type { Severity } from '../../../../contract/limits.ts';
import type { Rendered, TemplateInput } from './template.ts';

/** 1 to 5: https://docs.ntfy.sh/publish/#message-priority */
const PRIORITIES: Readonly<Record<Severity, number>> = { error: 5, warning: 4, success: 3 };
/** https://docs.ntfy.sh/emojis/ */
const TAGS: Readonly<Record<Severity, string>> = {
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
  const topic = decodeURIComponent(segments.pop() ?? '');
  address.pathname = `/${segments.join('/')}`;
  return {
    url: address.href,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: {
      topic,
      title: alert.title,
      message: alert.text,
      priority: PRIORITIES[alert.severity],
      tags: [TAGS[alert.severity]],
      click: link,
    },
  };
}
