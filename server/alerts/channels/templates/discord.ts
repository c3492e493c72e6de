import type { Severity } from '../../../../contract/limits.ts';
import type { Rendered, TemplateInput } from './template.ts';

const COLORS: Readonly<Record<Severity, number>> = {
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
          color: COLORS[alert.severity],
          timestamp: new Date(alert.at).toISOString(),
        },
      ],
      // No text of others mentions anybody.
      allowed_mentions: { parse: [] },
    },
  };
}
