import type { Severity } from '../../../../contract/limits.ts';
import type { Rendered, TemplateInput } from './template.ts';

/** Rooms in which people talk. */

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

const DISCORD_COLORS: Readonly<Record<Severity, number>> = {
  error: 0xe03131,
  warning: 0xf08c00,
  success: 0x2f9e44,
};
/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const TITLE_MAX = 256;
const DESCRIPTION_MAX = 4096;

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
export function discord({ alert, link, sender }: TemplateInput): Rendered {
  return {
    body: {
      username: sender.product,
      embeds: [
        {
          title: alert.title.slice(0, TITLE_MAX),
          description: alert.text.slice(0, DESCRIPTION_MAX),
          url: link,
          color: DISCORD_COLORS[alert.severity],
          timestamp: new Date(alert.at).toISOString(),
        },
      ],
      // No text of others mentions anybody.
      allowed_mentions: { parse: [] },
    },
  };
}

const TEAMS_COLORS: Readonly<Record<Severity, string>> = {
  error: 'attention',
  warning: 'warning',
  success: 'good',
};

/**
 * An adaptive card in a message, as workflows and incoming webhooks take it:
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#send-adaptive-cards-using-an-incoming-webhook
 */
export function teams({ alert, link }: TemplateInput): Rendered {
  const title = { size: 'large', weight: 'bolder', color: TEAMS_COLORS[alert.severity] };
  return {
    body: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: alert.title, wrap: true, ...title },
              { type: 'TextBlock', text: alert.text, wrap: true },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open in the console', url: link }],
          },
        },
      ],
    },
  };
}
