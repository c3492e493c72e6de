import { describe, expect, test } from 'vitest';
import { WEBHOOK_TEMPLATES, type WebhookTemplate } from '../../../contract/channels.ts';
import { BACK, DOWN, SENDER } from '../../../tests/server/alerts/alert-fixtures.ts';
import type { OutgoingAlert } from '../outgoing.ts';
import { TEMPLATES } from './templates/templates.ts';

interface Options {
  readonly alert?: OutgoingAlert;
  readonly url?: string;
  readonly key?: string | undefined;
}

const render = (template: WebhookTemplate, options: Options = {}) => {
  const { alert = DOWN, url = 'https://hook.example/path', key = 'secret-key' } = options;
  const link = SENDER.origin + alert.url;
  return TEMPLATES[template]({ alert, sender: SENDER, link, url, key, delivery: '7' });
};

const LINK = 'https://console.example/incidents/12';

test('JSON of our own says everything that is known', () => {
  const data = {
    title: 'Archive is down',
    text: 'archive.mesh.example: no <answer> & more.',
    severity: 'error',
    drill: false,
    link: LINK,
    node: SENDER.node,
    incident: {
      id: 12,
      platform: { id: 'archive', name: 'Archive', domain: 'archive.mesh.example' },
      status: 'error',
      startedAt: '2026-11-23T11:59:00.000Z',
      endedAt: null,
      cause: 'no answer',
      acknowledgedBy: null,
    },
  };
  const timestamp = '2026-11-23T12:00:00.000Z';
  expect(render('json').body).toEqual({
    ...{ version: 1, type: 'platform.down', timestamp, data },
    ...{ delivery: '7', event: 'down', at: timestamp, ...data },
  });
});

test('Slack gets blocks, and text of others cannot mention anybody', () => {
  const alert = { ...DOWN, title: 'Archive'.repeat(40), text: '<!channel> down' };
  expect(render('slack', { alert }).body).toMatchObject({
    text: expect.stringContaining('&lt;!channel&gt; down'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: expect.stringMatching(/^.{150}$/) } },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `&lt;!channel&gt; down\n<${LINK}|Open in the console>`,
        },
      },
    ],
  });
});

test('Discord gets an embed, and text of others cannot mention anybody', () => {
  expect(render('discord').body).toEqual({
    username: 'Meridian',
    embeds: [
      {
        title: 'Archive is down',
        description: DOWN.text,
        url: LINK,
        color: expect.any(Number),
        timestamp: '2026-11-23T12:00:00.000Z',
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test('Teams gets an adaptive card', () => {
  expect(render('teams').body).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: 'Archive is down', color: 'attention', wrap: true },
            { type: 'TextBlock', text: DOWN.text, wrap: true },
          ],
          actions: [{ type: 'Action.OpenUrl', url: LINK }],
        },
      },
    ],
  });
});

describe('ntfy', () => {
  test('gets the topic of an address with a bare % as it is written', () => {
    const { body } = render('ntfy', { url: 'https://ntfy.example/100%' });
    expect(body).toMatchObject({ topic: '100%' });
  });

  test('gets JSON at its root, with the topic of the address', () => {
    const rendered = render('ntfy', { url: 'https://ntfy.example/sub/ops%20room' });
    expect(rendered).toEqual({
      url: 'https://ntfy.example/sub',
      headers: { authorization: 'Bearer secret-key' },
      body: {
        topic: 'ops room',
        title: 'Archive is down',
        message: DOWN.text,
        priority: 5,
        tags: ['rotating_light'],
        click: LINK,
      },
    });
  });

  test('needs no token', () => {
    const { headers } = TEMPLATES.ntfy({
      ...{ alert: DOWN, sender: SENDER, link: LINK, delivery: '7' },
      ...{ url: 'https://ntfy.sh/ops', key: undefined },
    });
    expect(headers).toEqual({});
  });
});

test.each([
  ['https://gotify.example', 'https://gotify.example/message'],
  ['https://gotify.example/sub/', 'https://gotify.example/sub/message'],
  ['https://gotify.example/message', 'https://gotify.example/message'],
])('Gotify at %s gets a message', (url, sentTo) => {
  expect(render('gotify', { url })).toEqual({
    url: sentTo,
    headers: { 'x-gotify-key': 'secret-key' },
    body: {
      title: 'Archive is down',
      message: DOWN.text,
      priority: 8,
      extras: { 'client::notification': { click: { url: LINK } } },
    },
  });
});

describe('PagerDuty', () => {
  const key = { routing_key: 'secret-key', dedup_key: 'meridian.mesh.example/incidents/12' };

  test('is triggered', () => {
    expect(render('pagerduty').body).toEqual({
      ...key,
      event_action: 'trigger',
      client: 'Meridian',
      client_url: LINK,
      links: [{ href: LINK, text: 'Open in the console' }],
      payload: {
        summary: `Archive is down: ${DOWN.text}`,
        source: 'archive.mesh.example',
        severity: 'critical',
        timestamp: '2026-11-23T11:59:00.000Z',
        component: 'Archive',
        class: 'down',
        custom_details: { cause: 'no answer', drill: false },
      },
    });
  });

  test('is acknowledged and resolved by the same key', () => {
    const acknowledged = { ...DOWN, step: 'acknowledged' } as const;
    expect(render('pagerduty', { alert: acknowledged }).body).toEqual({
      ...key,
      event_action: 'acknowledge',
    });
    expect(render('pagerduty', { alert: BACK }).body).toEqual({ ...key, event_action: 'resolve' });
  });
});

test.each(WEBHOOK_TEMPLATES)('%s marks a drill first thing in what people see', (template) => {
  const alert = { ...DOWN, title: 'DRILL: Archive is down', text: 'DRILL: no answer.' };
  const { body } = render(template, { alert });
  expect(JSON.stringify(body)).toMatch(/"(?:title|text|summary)":"DRILL: /);
});
