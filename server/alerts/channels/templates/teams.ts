import type { Severity } from '../../../../contract/limits.ts';
import type { Rendered, TemplateInput } from './template.ts';

const COLORS: Readonly<Record<Severity, string>> = {
  error: 'attention',
  warning: 'warning',
  success: 'good',
};

/**
 * An adaptive card in a message, as workflows and incoming webhooks take it:
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#send-adaptive-cards-using-an-incoming-webhook
 */
export function teams({ alert, link }: TemplateInput): Rendered {
  const title = { size: 'large', weight: 'bolder', color: COLORS[alert.severity] };
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
