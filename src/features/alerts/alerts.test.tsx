import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChannelPayload, RulePayload } from '../../../contract/sent/alert.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { CHANNELS, RULES } from './alerts.stories.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { ruleTexts } from './rule-text.ts';

const PLATFORMS = [
  { id: 'forge', name: 'Forge' },
  { id: 'archive', name: 'Archive' },
];
const button = (name: string) => page.getByRole('button', { name, exact: true });

function openChannel(index?: number, refusal?: string) {
  const saved: ChannelPayload[] = [];
  let closed = 0;
  mount(
    <ChannelDialog
      opened
      channel={index === undefined ? undefined : CHANNELS[index]}
      onSave={async (payload) => {
        saved.push(payload);
        return refusal;
      }}
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  return { saved, closed: () => closed };
}

test('a new e-mail channel is saved with all its addresses', async () => {
  const { saved, closed } = openChannel();
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
  expect(saved).toEqual([
    {
      kind: 'email',
      name: 'On call',
      enabled: true,
      host: 'smtp.mesh.example',
      port: 587,
      security: 'starttls',
      username: '',
      from: 'meridian@mesh.example',
      to: ['a@b.example', 'c@d.example'],
    },
  ]);
});

test('what is missing is said at its field, and nothing is sent', async () => {
  const { saved } = openChannel();
  await userEvent.click(button('Save channel'));
  await expect.element(page.getByText('Enter the mail server')).toBeVisible();
  await expect.element(page.getByText('Enter at least one address')).toBeVisible();
  expect(saved).toEqual([]);
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
  const { saved } = openChannel(2);
  await userEvent.click(button('Save channel'));
  await expect
    .poll(() => saved)
    .toEqual([{ kind: 'webhook', name: 'Chat', enabled: false, template: 'slack' }]);
});

test('a rule is changed, and keeps the zone of its quiet hours', async () => {
  const saved: RulePayload[] = [];
  mount(
    <RuleDialog
      opened
      rule={RULES[1]}
      channels={CHANNELS}
      platforms={PLATFORMS}
      onSave={async (payload) => {
        saved.push(payload);
        return undefined;
      }}
      onClose={() => undefined}
    />,
  );
  await userEvent.selectOptions(page.getByLabelText('Repeat until acknowledged'), 'Once');
  await userEvent.click(page.getByLabelText('Web push'));
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save rule'));
  await expect.poll(() => saved).toHaveLength(1);
  const { id: _, ...before } = RULES[1] ?? { id: 0 };
  expect(saved[0]).toEqual({ ...before, repeatMin: null, channels: ['ops', 'hook', 'push'] });
});

test('describes a rule in sentences', () => {
  const texts = RULES.map((rule) => ruleTexts(rule, CHANNELS, PLATFORMS));
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
  ]);
});
