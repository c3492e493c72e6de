import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReadState } from '../../ui/read-state.tsx';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import { ProofStatusCard } from './proof-status-card.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
const FAILED: ReadState = {
  at: undefined,
  age: 'unknown',
  failure: { message: '500: boom' },
  loading: false,
};
const PLATFORMS = [
  { domain: 'forge.mesh.example', name: 'Forge', status: 'connected' },
  { domain: 'archive.mesh.example', name: 'Archive', status: 'error' },
];

const STATUS = {
  verified: false,
  callback_ok: true,
  file_ok: false,
  peer: 'forge.mesh.example',
  deadline: NOW / 1000 + 20,
  time_remaining: 20,
};

test('the form asks the first platform within 60 seconds by default', async () => {
  const onStart = vi.fn();
  const { draw } = mount(<ProofForm platforms={[]} pending={false} onStart={onStart} />);
  draw(<ProofForm platforms={PLATFORMS} pending={false} onStart={onStart} />);
  await expect
    .element(page.getByRole('combobox', { name: 'Peer' }))
    .toHaveValue('forge.mesh.example');
  await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
  expect(onStart).toHaveBeenCalledWith({ peer: 'forge.mesh.example', deadlineSec: 60 });
  expect(await faults()).toEqual([]);
});

test('a typed peer is not overwritten by platforms that come later', async () => {
  const { draw } = mount(<ProofForm platforms={[]} pending={false} onStart={vi.fn()} />);
  await userEvent.type(page.getByRole('combobox', { name: 'Peer' }), 'mine');
  draw(<ProofForm platforms={PLATFORMS} pending={false} onStart={vi.fn()} />);
  await expect.element(page.getByRole('combobox', { name: 'Peer' })).toHaveValue('mine');
});

test.each(['9', '301', '12.5', ''])(
  'a deadline of "%s" is marked and not sent',
  async (deadline) => {
    const onStart = vi.fn();
    mount(<ProofForm platforms={PLATFORMS} pending={false} onStart={onStart} />);
    const field = page.getByLabelText('Deadline (seconds)');
    await userEvent.fill(field, deadline);
    await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
    await expect.element(page.getByText('Enter a whole number, 10 to 300 seconds')).toBeVisible();
    expect(onStart).not.toHaveBeenCalled();
  },
);

test('the platforms are offered with their state', async () => {
  mount(<ProofForm platforms={PLATFORMS} pending={false} onStart={vi.fn()} />);
  await userEvent.click(page.getByRole('combobox', { name: 'Peer' }));
  await expect
    .element(page.getByRole('option', { name: 'Down archive.mesh.example' }))
    .toBeVisible();
});

test('a link can name the peer', async () => {
  const form = (
    <ProofForm
      platforms={PLATFORMS}
      peer="archive.mesh.example"
      pending={false}
      onStart={vi.fn()}
    />
  );
  mount(form);
  await expect
    .element(page.getByRole('combobox', { name: 'Peer' }))
    .toHaveValue('archive.mesh.example');
});

test('the status card shows the three factors and the final result', async () => {
  mount(<ProofStatusCard challengeId="abc" status={{ ...FRESH, data: STATUS }} now={NOW} />);
  for (const word of ['Active', 'Received', 'Checking', 'NOT VERIFIED']) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  }
  expect(await faults()).toEqual([]);
});

test('a challenge expires on time though the server is silent', async () => {
  mount(
    <ProofStatusCard challengeId="abc" status={{ ...FRESH, data: STATUS }} now={NOW + 21_000} />,
  );
  await expect.element(page.getByText('Expired')).toBeVisible();
});

test('a verified challenge says so', async () => {
  const status = { ...STATUS, file_ok: true, verified: true };
  mount(<ProofStatusCard challengeId="abc" status={{ ...FRESH, data: status }} now={NOW} />);
  await expect.element(page.getByText('VERIFIED', { exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('failed reads say so', async () => {
  const { draw } = mount(
    <ProofStatusCard challengeId="abc" status={{ ...FAILED, data: undefined }} now={NOW} />,
  );
  await expect.element(page.getByText('Unable to fetch proof status')).toBeVisible();
  draw(<ProofHealthCard health={{ ...FAILED, data: undefined }} now={NOW} />);
  await expect.element(page.getByText('Unable to fetch proof status')).toBeVisible();
});

test.each([
  ['not fresh', { ...FRESH, age: 'stale' }],
  ['failing', { ...FRESH, failure: { message: '500: boom' } }],
] as const)('a proof system whose health is %s is shown without green', async (_, read) => {
  const health = {
    ok: true,
    service: 'route66',
    challenges_active: 0,
    well_known_dir: '/.well-known/route66/',
    timestamp: NOW / 1000,
  };
  const badge = () => page.getByText('Operational', { exact: true }).element().parentElement;
  const { draw } = mount(<ProofHealthCard health={{ ...FRESH, data: health }} now={NOW} />);
  const green = getComputedStyle(badge() as Element).color;
  draw(<ProofHealthCard health={{ ...read, data: health }} now={NOW} />);
  expect(getComputedStyle(badge() as Element).color).not.toBe(green);
});
