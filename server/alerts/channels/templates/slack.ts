import type { Rendered, TemplateInput } from './template.ts';

/** Characters of a header block and of a section. */
const HEADER_MAX = 150;
const SECTION_MAX = 3000;

/** https://api.slack.com/messaging/webhooks and https://api.slack.com/reference/block-kit/blocks */
export function slack({ alert, link }: TemplateInput): Rendered {
  const section = `${escapeText(alert.text)}\n<${link}|Open in the console>`;
  return {
    body: {
      // What notifications and screen readers say.
      text: escapeText(`${alert.title}: ${alert.text}`),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: alert.title.slice(0, HEADER_MAX) } },
        { type: 'section', text: { type: 'mrkdwn', text: section.slice(0, SECTION_MAX) } },
      ],
    },
  };
}

/** https://api.slack.com/reference/surfaces/formatting#escaping: no text of others becomes a link or a mention. */
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
