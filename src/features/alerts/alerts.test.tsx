import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PayloadOf } from '../../../contract/sent.ts';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import { alertedBy } from '../../domain/alert-reach.ts';
import { CHANNELS, DUTY, NO_ROTA, PROVEN, RULES, SIGNED, STEPPED } from './alerts.stories.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { ruleTexts } from './rule-text.ts';
import { WaysPanel } from './ways-panel.tsx';

const PLATFORMS = [
  { id: 'forge', name: 'Forge' },
  { id: 'archive', name: 'Archive' },
];
const button = (name: string) => page.getByRole('button', { name, exact: true });

function openChannel(index?: number, answer: string | object = {}) {
  const sent = answerCalls({ addAlertChannel: answer });
  let closed = 0;
  mount(
    <ChannelDialog
      opened
      channel={index === undefined ? undefined : CHANNELS[index]}
      rules={RULES}
      hasTexts={index === 1}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  return { sent, closed: () => closed };
}

test('a new e-mail channel is saved with all its addresses', async () => {
  const { sent, closed } = openChannel();
  await userEvent.fill(page.getByLabelText('Name').first(), 'On call');
  await userEvent.fill(page.getByLabelText('Mail server'), 'smtp.mesh.example');
  await userEvent.fill(page.getByLabelText('From'), 'meridian@mesh.example');
  await userEvent.fill(
    page.getByLabelText('To', { exact: false }).last(),
    'a@b.example, "Doe, Viktor" <c@d.example>; Ada Lovelace <ada@e.example> f@g.example',
  );
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save channel'));
  await expect.poll(closed).toBe(1);
  const payload = {
    ...{ kind: 'email', name: 'On call', enabled: true },
    ...{ host: 'smtp.mesh.example', port: 587, security: 'starttls', username: '' },
    from: 'meridian@mesh.example',
    to: [
      ...['a@b.example', '"Doe, Viktor" <c@d.example>'],
      ...['Ada Lovelace <ada@e.example>', 'f@g.example'],
    ],
  };
  expect(sent).toEqual([['addAlertChannel', payload]]);
});

test('a new channel is put into the rules that are chosen: that of platforms that are down', async () => {
  const { sent, closed } = openChannel(undefined, { id: 'made' });
  await page.getByText('Webhook or chat').click();
  await userEvent.fill(page.getByLabelText('Name').first(), 'Receiver');
  await userEvent.fill(page.getByLabelText('Address'), 'https://hooks.example/1');
  await expect.element(page.getByText('Empty: messages are not signed')).toBeVisible();
  const rules = page.getByRole('group', { name: 'Use it for' });
  await expect.element(rules.getByLabelText('Platforms that are down')).toBeChecked();
  await rules.getByLabelText('Certificates that expire').click();
  expect(await faults()).toEqual([]);
  await button('Save channel').click();
  await expect.poll(closed).toBe(1);
  expect(sent.slice(1)).toMatchObject([
    ['changeAlertRule', '1', { channels: ['push', 'made'] }],
    ['changeAlertRule', '3', { channels: ['ops', 'made'] }],
  ]);
});

test('what is missing is said at its field, and nothing is sent', async () => {
  const { sent } = openChannel();
  await userEvent.click(button('Save channel'));
  await expect.element(page.getByText('Enter the mail server')).toBeVisible();
  await expect.element(page.getByText('Enter at least one address')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a refused channel stays open with the reason and everything that was typed', async () => {
  const { closed } = openChannel(undefined, 'smtp.mesh.example is a private address.');
  await userEvent.fill(page.getByLabelText('Name').first(), 'On call');
  await userEvent.fill(page.getByLabelText('Mail server'), 'smtp.mesh.example');
  await userEvent.fill(page.getByLabelText('From'), 'meridian@mesh.example');
  await userEvent.fill(page.getByLabelText('To', { exact: false }).last(), 'a@b.example');
  await userEvent.click(button('Save channel'));
  await expect.element(page.getByText('smtp.mesh.example is a private address.')).toBeVisible();
  await expect.element(page.getByLabelText('Mail server')).toHaveValue('smtp.mesh.example');
  expect(closed()).toBe(0);
});

test('each way says when it was last proven, or what did not come back', async () => {
  showWays([...CHANNELS, SIGNED], PROVEN);
  await expect.element(way('Web push')).toHaveTextContent('Proven 2 d ago');
  await expect
    .element(way('On call'))
    .toHaveTextContent('Not proven: E-mail of ada did not come back. Proven before that 9 d ago');
  await expect
    .element(way('Ticket desk'))
    .toHaveTextContent('Not proven: this node was off at the time');
  await expect.element(way('Chat')).not.toHaveTextContent('roven');
  expect(await faults()).toEqual([]);
});

test('a rule is proven every week, by the clocks of this device, and no longer', async () => {
  const sent = answerCalls();
  const shared = { opened: true, channels: CHANNELS, platforms: PLATFORMS };
  mount(
    <Seeded entries={known('rota', NO_ROTA)}>
      <RuleDialog {...shared} rule={PROVEN[0]} onClose={() => undefined} />
    </Seeded>,
  );
  await userEvent.selectOptions(page.getByLabelText('Prove it every'), 'Friday');
  await userEvent.fill(page.getByLabelText('At', { exact: true }), '11:30');
  expect(await faults()).toEqual([]);
  await button('Save rule').click();
  const prove = { weekday: 5, time: '11:30', timeZone: 'Europe/Berlin' };
  await expect.poll(() => sent.at(-1)).toMatchObject(['changeAlertRule', '1', { prove }]);
  await userEvent.selectOptions(page.getByLabelText('Prove it every'), 'Never');
  await button('Save rule').click();
  await expect.poll(() => sent.at(-1)).toMatchObject(['changeAlertRule', '1', { prove: null }]);
  const texts = ruleTexts(PROVEN[0] as Rule, CHANNELS, PLATFORMS).more;
  expect(texts).toContain('a drill proves it every Monday at 10:00 (Europe/Berlin)');
});

test('a changed webhook keeps the secrets that were not typed again', async () => {
  const { sent } = openChannel(2);
  await userEvent.click(button('Save channel'));
  const payload = { kind: 'webhook', name: 'Chat', enabled: false, template: 'slack' };
  await expect.poll(() => sent).toEqual([['changeAlertChannel', 'hook', payload]]);
});

test('texts of a channel are tried on a real incident before they are saved', async () => {
  const shown = { title: 'Archive: down', text: 'Since 14:02', incident: 12 };
  const sent = answerCalls({
    previewAlert: ['Title, line 1, column 4: there is no variable platfrom.', shown],
  });
  mount(<ChannelDialog opened hasTexts channel={CHANNELS[1]} rules={[]} onClose={nothing} />);
  const title = page.getByLabelText('Title of a message');
  await userEvent.fill(title, '{{ platfrom }}');
  await button('Preview').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('there is no variable platfrom');
  await userEvent.fill(title, '{{ title }}');
  await button('Preview').click();
  await expect.element(page.getByText('Archive: down')).toBeVisible();
  expect(await faults()).toEqual([]);
  await button('Save channel').click();
  const texts = { title: '{{ title }}', text: '' };
  await expect.poll(() => sent.at(-1)).toMatchObject(['changeAlertChannel', 'ops', { texts }]);
});

function showWays(channels: readonly Channel[], rules: readonly Rule[] = RULES) {
  mountPage(
    <Seeded entries={[...known('alertChannels', channels), ...known('alertRules', rules)]}>
      <WaysPanel />
    </Seeded>,
  );
}

const way = (name: string) => page.getByRole('listitem', { name, exact: true });

test('each way says what leads to it and whether it works, with the button that mends it', async () => {
  const [, mail, chat] = CHANNELS as [Channel, Channel, Channel];
  const nobody = { ...DUTY, target: 'Nobody who can be reached', devices: 0 };
  const sent = answerCalls();
  showWays(
    [mail, chat, SIGNED, nobody],
    [STEPPED, ...RULES, { ...(RULES[0] as Rule), channels: ['hook'] }],
  );
  await expect
    .element(way('On call'))
    .toHaveTextContent(/← At night \(step 3\), .*Last delivered 4/);
  await expect.element(way('Chat')).toHaveTextContent('← Platforms that are downOff');
  await expect.element(way('Ticket desk')).toHaveTextContent(/JSON, signed · desk.*In no rule/);
  await expect
    .element(way('Who is on duty'))
    .toHaveTextContent('Nobody on the rota can be reached');
  expect(await faults()).toEqual([]);
  await way('On call').getByRole('button', { name: 'Test' }).click();
  await way('Chat').getByRole('button', { name: 'Turn on' }).click();
  await way('Ticket desk').getByRole('button', { name: 'Put into rule' }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      ['testAlertChannel', 'ops'],
      ['changeAlertChannel', 'hook', { enabled: true }],
      ['changeAlertRule', '4', { channels: ['push', 'json'] }],
    ]);
  await expect.element(page.getByRole('link', { name: 'Open rota' })).toBeVisible();
});

test('a way to devices says when one of them was last there', async () => {
  showWays([DUTY], [STEPPED]);
  await expect
    .element(way('Who is on duty'))
    .toHaveTextContent(/Nothing sent yet, last seen 5 min ago/);
});

test('where there is no rule, putting a way into one makes it', async () => {
  const sent = answerCalls();
  showWays([SIGNED], []);
  await expect.element(page.getByText('nobody is told')).toBeVisible();
  await button('Put into rule: Ticket desk into Platforms that are down').click();
  const made = { name: 'Platforms that are down', enabled: true, status: 'error', platforms: [] };
  await expect.poll(() => sent).toMatchObject([['addAlertRule', { ...made, channels: ['json'] }]]);
});

test('a new secret of a webhook is shown once, and the old one is ended', async () => {
  const signingKey = `whsec_${'a1B2'.repeat(11)}`;
  const sent = answerCalls({ changeAlertChannel: { signingKey } });
  showWays([SIGNED]);
  await button('More about Ticket desk').click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  await userEvent.selectOptions(page.getByLabelText('The old secret stays'), '1 hour');
  await userEvent.click(button('Make a secret'));
  const shown = page.getByLabelText('Signing secret', { exact: true });
  await expect.element(shown).toHaveValue(signingKey);
  await expect.element(shown).toHaveFocus();
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Done'));
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(page.getByText('The old secret signs too until')).toBeVisible();
  await userEvent.click(button('End it now'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'End it now' }));
  const payload = { kind: 'webhook', name: 'Ticket desk', enabled: true, template: 'json' };
  await expect
    .poll(() => sent)
    .toEqual([
      ['changeAlertChannel', 'json', { ...payload, newSecret: true, keepOldHours: 1 }],
      ['changeAlertChannel', 'json', { ...payload, keepOldHours: 0 }],
    ]);
});

test('a rule is changed, and keeps the zone of its quiet hours', async () => {
  const sent = answerCalls();
  mount(
    <RuleDialog
      opened
      rule={RULES[1]}
      channels={CHANNELS}
      platforms={PLATFORMS}
      onClose={() => undefined}
    />,
  );
  await userEvent.selectOptions(page.getByLabelText('Repeat until acknowledged'), 'Once');
  await userEvent.click(page.getByLabelText('Web push'));
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save rule'));
  const { id: _, ...before } = RULES[1] ?? { id: 0 };
  const payload = { ...before, repeatMin: null, channels: ['ops', 'hook', 'push'] };
  await expect.poll(() => sent).toEqual([['changeAlertRule', '2', payload]]);
});

test('a rule gets a step, and whom two steps alert changes places', async () => {
  const sent = answerCalls();
  mount(
    <Seeded entries={known('rota', NO_ROTA)}>
      <RuleDialog
        opened
        rule={STEPPED}
        channels={[...CHANNELS, DUTY]}
        platforms={PLATFORMS}
        onClose={() => undefined}
      />
    </Seeded>,
  );
  await button('Add a step').click();
  await button('Save rule').click();
  await expect.element(page.getByText('Choose at least one channel')).toBeVisible();
  const step = (number: number) => page.getByRole('group', { name: `Step ${number}: channels` });
  await step(4).getByLabelText('Chat').click();
  await userEvent.selectOptions(page.getByLabelText('Step 4 comes'), '30 min after step 1');
  await button('Move up: step 2').click();
  await expect.element(step(1).getByLabelText('Who is on duty (ada, 1 device)')).toBeChecked();
  await button('Remove: step 3').click();
  expect(await faults()).toEqual([]);
  await button('Save rule').click();
  const { id: _, ...before } = STEPPED;
  const steps = [
    { afterMin: 5, channels: ['push'] },
    { afterMin: 30, channels: ['hook'] },
  ];
  await expect
    .poll(() => sent)
    .toEqual([['changeAlertRule', '4', { ...before, channels: ['duty'], steps, prove: null }]]);
});

test('a new rule has the only channel there is', async () => {
  const sent = answerCalls();
  const channels = CHANNELS.slice(0, 1);
  mount(
    <RuleDialog
      opened
      rule={undefined}
      channels={channels}
      platforms={PLATFORMS}
      onClose={() => undefined}
    />,
  );
  await userEvent.fill(page.getByLabelText('Name'), 'All');
  await userEvent.click(button('Save rule'));
  await expect.poll(() => sent).toMatchObject([['addAlertRule', { channels: ['push'] }]]);
});

test('a new rule about certificates has their days, and neither delay nor repetition', async () => {
  const sent = answerCalls();
  const close = () => undefined;
  const shared = { opened: true, channels: CHANNELS.slice(0, 1), platforms: PLATFORMS };
  mount(<RuleDialog {...shared} rule={undefined} onClose={close} />);
  await userEvent.fill(page.getByLabelText('Name'), 'Ends');
  await userEvent.selectOptions(
    page.getByLabelText('About'),
    'A certificate or domain that expires',
  );
  await userEvent.selectOptions(page.getByLabelText('From', { exact: true }), '7 days left');
  expect(page.getByLabelText('Repeat until acknowledged').elements()).toEqual([]);
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save rule'));
  const payload = { name: 'Ends', about: 'certificate', status: 'error', afterSec: 0 };
  await expect.poll(() => sent).toMatchObject([['addAlertRule', { ...payload, repeatMin: null }]]);
});

const GROUPED = [
  { id: 'forge', name: 'Forge', group: 'Shops', tags: ['eu'] },
  { id: 'archive', name: 'Archive', group: 'Offices', tags: ['eu', 'old'] },
];

test('a rule is for the platforms of groups and with tags, and for none of them it is not', async () => {
  const sent = answerCalls();
  const shared = { opened: true, channels: CHANNELS.slice(0, 1), platforms: GROUPED };
  mount(<RuleDialog {...shared} rule={undefined} onClose={() => undefined} />);
  await userEvent.fill(page.getByLabelText('Name'), 'Shops');
  await userEvent.click(page.getByLabelText('All platforms, also new ones'));
  const groups = page.getByRole('group', { name: 'All of these groups, also new ones' });
  const tags = page.getByRole('group', { name: 'All with one of these tags' });
  expect(groups.getByRole('checkbox').elements()).toHaveLength(2);
  expect(tags.getByRole('checkbox').elements()).toHaveLength(2);
  await userEvent.click(button('Save rule'));
  await expect.element(page.getByText('Choose at least one platform')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(groups.getByLabelText('Shops'));
  await userEvent.click(tags.getByLabelText('old'));
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save rule'));
  const payload = { platforms: [], groups: ['Shops'], tags: ['old'] };
  await expect.poll(() => sent).toMatchObject([['addAlertRule', payload]]);
});

test('a rule for a group that has no platforms any more still has it, and may lose it', async () => {
  const sent = answerCalls();
  const rule = { ...RULES[0], id: 3, groups: ['Docks'], tags: [] } as (typeof RULES)[number];
  const shared = { opened: true, channels: CHANNELS, platforms: GROUPED };
  mount(<RuleDialog {...shared} rule={rule} onClose={() => undefined} />);
  await expect.element(page.getByLabelText('Docks')).toBeChecked();
  await userEvent.click(page.getByLabelText('Docks'));
  await userEvent.click(page.getByLabelText('Offices'));
  await userEvent.click(button('Save rule'));
  await expect.poll(() => sent).toMatchObject([['changeAlertRule', '3', { groups: ['Offices'] }]]);
});

test('a rule about incidents by people says when one is resolved', async () => {
  const sent = answerCalls();
  const shared = { opened: true, channels: CHANNELS.slice(0, 1), platforms: PLATFORMS };
  mount(<RuleDialog {...shared} rule={undefined} onClose={() => undefined} />);
  await userEvent.fill(page.getByLabelText('Name'), 'Said');
  await userEvent.selectOptions(page.getByLabelText('About'), 'An incident that a person opens');
  await expect.element(page.getByText('Also say when it is resolved')).toBeVisible();
  await userEvent.click(button('Save rule'));
  const payload = { name: 'Said', about: 'person', status: 'error', recovered: true };
  await expect.poll(() => sent).toMatchObject([['addAlertRule', payload]]);
  const [when] = sent.map(
    (call) =>
      ruleTexts({ id: 1, ...(call as [string, PayloadOf<'addAlertRule'>])[1] }, [], []).when,
  );
  expect(when).toBe('Incident by a person open');
});

test('a rule that reaches nobody says so', () => {
  const reach = (devices: number | undefined, enabled = true) =>
    alertedBy(RULES.slice(0, 1), [{ id: 'push', enabled, devices }]).length;
  expect([reach(0), reach(1), reach(undefined), reach(1, false)]).toEqual([0, 1, 1, 0]);
});

test('describes a rule in sentences', () => {
  const channels = [...CHANNELS, DUTY];
  const texts = [...RULES, STEPPED].map((rule) => ruleTexts(rule, channels, PLATFORMS));
  expect(texts).toEqual([
    { when: 'Any platform down', who: 'Web push', more: ['and when it is back'] },
    {
      when: 'Archive slow or down for 5 min',
      who: 'On call, Chat',
      more: [
        'again every 15 min until somebody is on it',
        'quiet from 22:00 to 06:00 (Europe/Berlin)',
      ],
    },
    {
      when: 'Certificate or domain of any platform or this server: 21 (domain: 30) and 7 days left',
      who: 'On call',
      more: ['and when it is renewed'],
    },
    {
      when: 'Any platform down',
      who: 'Web push',
      more: [
        'Step 2 after 5 min → Who is on duty',
        'Step 3 after 15 min → On call, Who is on duty',
        'steps come after half of their time while nobody has seen it, at once if no alert arrived',
        'and when it is back',
      ],
    },
  ]);
});
