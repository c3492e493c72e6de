import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { faults, mount } from '../testing/mount.tsx';
import { toneClass } from '../tone/tone.ts';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import { ProofStatusCard } from './proof-status-card.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadingState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
const FAILED: ReadingState = {
  at: undefined,
  age: 'unknown',
  failure: { message: '500: boom' },
  loading: false,
};
const PEERS = ['forge.mesh.example', 'harbor.mesh.example'];

const STATUS = {
  verified: false,
  callback_ok: true,
  file_ok: false,
  peer: 'forge.mesh.example',
  deadline: NOW / 1000 + 20,
  time_remaining: 20,
};

test('the form asks the first platform within 60 seconds unless told otherwise', async () => {
  const onStart = vi.fn();
  const { draw } = mount(<ProofForm peers={[]} pending={false} onStart={onStart} />);
  draw(<ProofForm peers={PEERS} pending={false} onStart={onStart} />);
  await expect.element(page.getByLabelText('Peer')).toHaveValue('forge.mesh.example');
  await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
  expect(onStart).toHaveBeenCalledWith({ peer: 'forge.mesh.example', deadlineSec: 60 });
  expect(await faults()).toEqual([]);
});

test('a typed peer is not overwritten by platforms that come later', async () => {
  const { draw } = mount(<ProofForm peers={[]} pending={false} onStart={vi.fn()} />);
  await userEvent.type(page.getByLabelText('Peer'), 'mine');
  draw(<ProofForm peers={PEERS} pending={false} onStart={vi.fn()} />);
  await expect.element(page.getByLabelText('Peer')).toHaveValue('mine');
});

test.each(['9', '301', '12.5', ''])('a deadline of "%s" is not sent', async (deadline) => {
  const onStart = vi.fn();
  mount(<ProofForm peers={PEERS} pending={false} onStart={onStart} />);
  const field = page.getByLabelText('Deadline (seconds)');
  await userEvent.fill(field, deadline);
  await userEvent.click(page.getByRole('button', { name: 'Start Challenge' }));
  expect((field.element() as HTMLInputElement).validity.valid).toBe(false);
  expect(onStart).not.toHaveBeenCalled();
});

test('the status card shows the three factors and the final result', async () => {
  mount(<ProofStatusCard challengeId="abc" status={STATUS} reading={FRESH} now={NOW} />);
  for (const word of ['Active', 'Received', 'Checking', 'NOT VERIFIED']) {
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  }
  expect(await faults()).toEqual([]);
});

test('a challenge expires on time though the server is silent', async () => {
  mount(<ProofStatusCard challengeId="abc" status={STATUS} reading={FRESH} now={NOW + 21_000} />);
  await expect.element(page.getByText('Expired')).toBeVisible();
});

test('a verified challenge says so', async () => {
  const status = { ...STATUS, file_ok: true, verified: true };
  mount(<ProofStatusCard challengeId="abc" status={status} reading={FRESH} now={NOW} />);
  await expect.element(page.getByText('VERIFIED', { exact: true })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('failed reads are told in the words of the specification', async () => {
  const { draw } = mount(
    <ProofStatusCard challengeId="abc" status={undefined} reading={FAILED} now={NOW} />,
  );
  await expect.element(page.getByText('Unable to fetch proof status')).toBeVisible();
  draw(<ProofHealthCard health={undefined} reading={FAILED} now={NOW} />);
  await expect.element(page.getByText('Unable to fetch proof status')).toBeVisible();
});

test.each([
  ['not fresh', { ...FRESH, age: 'stale' }],
  ['failing', { ...FRESH, failure: { message: '500: boom' } }],
] as const)('a proof system whose health is %s is told without green', async (_, reading) => {
  const health = {
    ok: true,
    service: 'route66',
    challenges_active: 0,
    well_known_dir: '/.well-known/route66/',
    timestamp: NOW / 1000,
  };
  const { draw } = mount(<ProofHealthCard health={health} reading={FRESH} now={NOW} />);
  const badge = page.getByText('Operational', { exact: true });
  await expect.element(badge).toHaveClass(toneClass('good') ?? '');
  draw(<ProofHealthCard health={health} reading={reading} now={NOW} />);
  await expect.element(badge).toHaveClass(toneClass('neutral') ?? '');
  await expect.element(badge).not.toHaveClass(toneClass('good') ?? '');
});
