import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnswerOf } from '../../../contract/calls.ts';
import type { PayloadOf } from '../../../contract/sent.ts';
import { reachesNobody } from '../../domain/alert-reach.ts';
import { answerCalls } from '../../ui/testing/calls.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { known, Seeded } from '../../ui/testing/seed.tsx';
import { NobodyAlerted, useNobodyAlerted } from '../dashboard/nobody-alerted.tsx';
import { CHANNELS, DUTY, NO_ROTA, RULES, SIGNED, STEPPED } from './alerts.stories.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { ruleTexts } from './rules-panel.tsx';

const PLATFORMS = [
  { id: 'forge', name: 'Forge' },
  { id: 'archive', name: 'Archive' },
];
const button = (name: string) => page.getByRole('button', { name, exact: true });

function openChannel(index?: number, refusal?: string) {
  const sent = answerCalls(refusal === undefined ? {} : { addAlertChannel: refusal });
  let closed = 0;
  mount(
    <ChannelDialog
      opened
      channel={index === undefined ? undefined : CHANNELS[index]}
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
    'a@b.example, c@d.example',
  );
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save channel'));
  await expect.poll(closed).toBe(1);
  const payload = {
    ...{ kind: 'email', name: 'On call', enabled: true },
    ...{ host: 'smtp.mesh.example', port: 587, security: 'starttls', username: '' },
    ...{ from: 'meridian@mesh.example', to: ['a@b.example', 'c@d.example'] },
  };
  expect(sent).toEqual([['addAlertChannel', payload]]);
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
  mount(<ChannelDialog opened hasTexts channel={CHANNELS[1]} onClose={() => undefined} />);
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

test('a new secret of a webhook is shown once, and the old one is ended', async () => {
  const signingKey = `whsec_${'a1B2'.repeat(11)}`;
  const sent = answerCalls({ changeAlertChannel: { signingKey } });
  mount(
    <Seeded entries={known('alertChannels', [SIGNED])}>
      <ChannelsPanel />
    </Seeded>,
  );
  await userEvent.click(button('New secret'));
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
    .toEqual([['changeAlertRule', '4', { ...before, channels: ['duty'], steps }]]);
});

function Band() {
  return useNobodyAlerted() ? <NobodyAlerted /> : <p>Calm</p>;
}

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
  await userEvent.selectOptions(page.getByLabelText('About'), 'A certificate that expires');
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

test.each([
  ['admin', 0, 1],
  ['admin', 2, 0],
  ['viewer', 0, 0],
] as const)(
  'says to the %s of %i devices whether nobody would be alerted',
  async (role, devices, count) => {
    const [push, ...others] = CHANNELS;
    const channels = [{ ...push, devices } as (typeof CHANNELS)[number], ...others];
    const session = { user: null, role } as unknown as AnswerOf<'session'>;
    mountPage(
      <Seeded
        entries={[
          ...known('session', session),
          ...known('alertRules', RULES.slice(0, 1)),
          ...known('alertChannels', channels),
        ]}
      >
        <Band />
      </Seeded>,
    );
    await expect.element(page.getByText(/^(?:Calm|Nobody)/)).toBeVisible();
    expect(page.getByText(/^Nobody would be alerted/).elements()).toHaveLength(count);
  },
);

test('a rule that reaches nobody says so', () => {
  const [rule] = RULES;
  const reach = (devices: number | undefined, enabled = true) =>
    rule && reachesNobody(rule, [{ id: 'push', enabled, devices }]);
  expect([reach(0), reach(1), reach(undefined), reach(1, false)]).toEqual([
    'no device',
    undefined,
    undefined,
    'off',
  ]);
});

test('describes a rule in sentences', () => {
  const channels = [...CHANNELS, DUTY];
  const texts = [...RULES, STEPPED].map((rule) => ruleTexts(rule, channels, PLATFORMS));
  expect(texts).toEqual([
    { when: 'Any platform down', who: 'Web push', more: ['and when it is back'] },
    {
      when: 'Archive late or down for 5 min',
      who: 'On call, Chat',
      more: [
        'again every 15 min until somebody is on it',
        'quiet from 22:00 to 06:00 (Europe/Berlin)',
      ],
    },
    {
      when: 'Certificate of any platform or this server: 21 and 7 days left',
      who: 'On call',
      more: ['and when it is renewed'],
    },
    {
      when: 'Any platform down',
      who: 'Web push',
      more: [
        'Step 2 after 5 min → Who is on duty (ada, 1 device)',
        'Step 3 after 15 min → On call, Who is on duty (ada, 1 device)',
        'steps come after half of their time while nobody has seen it, at once if no alert arrived',
        'and when it is back',
      ],
    },
  ]);
});
