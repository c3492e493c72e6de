import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { onNotice } from '../../../tests/ui/notices.ts';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import type { Notice } from '../../console/notices.ts';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import { ProofStatusCard } from './proof-status-card.tsx';

const STATUS = {
  verified: false,
  callback_ok: true,
  file_ok: false,
  peer: 'forge.mesh.example',
  deadline: NOW / 1000 + 20,
  time_remaining: 20,
};

const HEALTH = {
  ok: true,
  service: 'route66',
  challenges_active: 0,
  well_known_dir: '/.well-known/route66/',
  timestamp: NOW / 1000,
};

const form = (
  connections: readonly Connection[] = CONNECTIONS,
  peer?: string,
  onStarted: (id: string) => void = nothing,
) => (
  <Seeded entries={known('connections', connections)}>
    <ProofForm peer={peer} onStarted={onStarted} />
  </Seeded>
);

function saidNotices(): readonly Notice[] {
  const said: Notice[] = [];
  onTestFinished(onNotice((notice) => void said.push(notice)));
  // Those that were kept while nobody listened.
  said.length = 0;
  return said;
}
const status = (more: Partial<typeof STATUS> = {}, stand?: Stand) => (
  <Seeded entries={known('proofStatus', { ...STATUS, ...more }, stand, { challenge_id: 'abc' })}>
    <ProofStatusCard challengeId="abc" />
  </Seeded>
);
const health = (stand?: Stand) => (
  <Seeded entries={known('proofHealth', HEALTH, stand)}>
    <ProofHealthCard />
  </Seeded>
);

test('the form asks the first platform within 60 seconds by default', async () => {
  const sent = answerCalls({ proofStart: { challenge_id: 'abc' } });
  const { draw } = mount(form([]));
  draw(form());
  await expect
    .element(page.getByRole('combobox', { name: 'Peer' }))
    .toHaveValue('forge.mesh.example');
  await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
  const request = { peer: 'forge.mesh.example', deadline_sec: 60 };
  await expect
    .poll(() => sent)
    .toEqual([['proofStart', { ...request, commander_origin: location.origin }]]);
  expect(await faults()).toEqual([]);
});

test('a challenge that was started is said by its first eight characters', async () => {
  answerCalls({ proofStart: { challenge_id: 'abcdefgh-1234' } });
  const [said, onStarted] = [saidNotices(), vi.fn()];
  mount(form(CONNECTIONS, undefined, onStarted));
  await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
  await expect.poll(() => onStarted.mock.calls).toEqual([['abcdefgh-1234']]);
  expect(said).toEqual([
    { title: 'Proof Challenge Started', message: 'Challenge abcdefgh', severity: 'success' },
  ]);
});

test('a challenge that was refused is said with why', async () => {
  answerCalls({ proofStart: 'No such peer.' });
  const [said, onStarted] = [saidNotices(), vi.fn()];
  mount(form(CONNECTIONS, undefined, onStarted));
  await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
  await expect
    .poll(() => said)
    .toEqual([
      { title: 'Failed to start proof challenge', message: 'No such peer.', severity: 'error' },
    ]);
  expect(onStarted).not.toHaveBeenCalled();
  await expect
    .element(page.getByRole('combobox', { name: 'Peer' }))
    .toHaveAccessibleDescription(/No such peer\./);
});

test('a typed peer is not overwritten by platforms that come later', async () => {
  const { draw } = mount(form([]));
  await userEvent.type(page.getByRole('combobox', { name: 'Peer' }), 'mine');
  draw(form());
  await expect.element(page.getByRole('combobox', { name: 'Peer' })).toHaveValue('mine');
});

test.each(['9', '301', '12.5', ''])(
  'a deadline of "%s" is marked and not sent',
  async (deadline) => {
    const sent = answerCalls();
    mount(form());
    const field = page.getByLabelText('Deadline (seconds)');
    await userEvent.fill(field, deadline);
    await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
    await expect.element(page.getByText('Enter a whole number, 10 to 300 seconds')).toBeVisible();
    expect(sent).toEqual([]);
  },
);

test('the platforms are offered with their state', async () => {
  mount(form());
  await userEvent.click(page.getByRole('combobox', { name: 'Peer' }));
  await expect
    .element(page.getByRole('option', { name: 'Down archive.mesh.example' }))
    .toBeVisible();
});

test('a platform with a name of its own is offered by it, its address after it', async () => {
  mount(form([{ ...(CONNECTIONS[4] as Connection), name: 'Mail relay Berlin' }]));
  await userEvent.click(page.getByRole('combobox', { name: 'Peer' }));
  await expect
    .element(page.getByRole('option', { name: 'Down Mail relay Berlin (archive.mesh.example)' }))
    .toBeVisible();
});

test('a link can name the peer', async () => {
  mount(form(CONNECTIONS, 'archive.mesh.example'));
  await expect
    .element(page.getByRole('combobox', { name: 'Peer' }))
    .toHaveValue('archive.mesh.example');
});

test('the status card shows the three factors, and that it runs', async () => {
  mount(status());
  for (const word of ['Active', 'Received', 'Checking', 'NOT VERIFIED', 'so far, 20 s left']) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  }
  expect(await faults()).toEqual([]);
});

test('a challenge expires on time though the server is silent', async () => {
  // Answered three minutes ago.
  mount(status({}, 'stale'));
  await expect.element(page.getByText('Expired')).toBeVisible();
});

test('a verified challenge says so', async () => {
  mount(status({ file_ok: true, verified: true }));
  await expect.element(page.getByText('VERIFIED', { exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test.each([status({}, 'failed'), health('failed')])('a failed read says so', async (card) => {
  mount(card);
  await expect.element(page.getByText('Unable to fetch proof status')).toBeVisible();
});

test.each(['stale', 'failing'] as const)(
  'a proof system whose health is %s is shown without green',
  (stand) => {
    const badge = () => page.getByText('Operational', { exact: true }).element().parentElement;
    const { draw } = mount(health());
    const green = getComputedStyle(badge() as Element).color;
    draw(health(stand));
    expect(getComputedStyle(badge() as Element).color).not.toBe(green);
  },
);
