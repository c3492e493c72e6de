import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ProofRow } from '../../../contract/shapes/proof.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { factorsText, proofOutcome } from './proof-state.ts';
import { RecentProofs } from './recent-proofs-card.tsx';

const OPEN: ProofRow = {
  id: 'one',
  peer: 'forge.mesh.example',
  startedAt: NOW - 20_000,
  deadline: NOW + 40_000,
  endedAt: null,
  verified: false,
  server_ok: true,
  callback_ok: false,
  file_ok: false,
};

test.each([
  ['running', {}, 'Running'],
  ['out of time before the server says so', { deadline: NOW }, 'Not verified'],
  ['refused', { endedAt: NOW - 1 }, 'Not verified'],
  ['verified', { endedAt: NOW - 1, verified: true }, 'Verified'],
])('a challenge that is %s', (_, change, label) => {
  expect(proofOutcome({ ...OPEN, ...change }, NOW).label).toBe(label);
});

test.each([
  [{ server_ok: false }, 'No factor'],
  [{}, 'Server'],
  [{ file_ok: true }, 'Server and file'],
  [{ callback_ok: true, file_ok: true }, 'All three factors'],
])('%o reads %s', (change, text) => {
  expect(factorsText({ ...OPEN, ...change })).toBe(text);
});

const recent = (proofs: readonly ProofRow[], stand?: Stand) => (
  <Seeded entries={known('proofs', proofs, stand)}>
    <RecentProofs />
  </Seeded>
);

test('a listed proof leads to its status', async () => {
  mountPage(recent([OPEN]));
  const link = page.getByRole('link', { name: 'Status of the challenge of forge.mesh.example' });
  await expect.element(link).toHaveAttribute('href', '/admin/route66-proof?challenge=one');
  expect(await faults()).toEqual(expect.not.arrayContaining([expect.stringContaining('contrast')]));
});

test('says when none was started, and when they cannot be read', async () => {
  const { draw } = mountPage(recent([]));
  await expect.element(page.getByText('No peer has been challenged yet')).toBeVisible();
  draw(recent([], 'failed'));
  await expect.element(page.getByText('The proofs could not be read')).toBeVisible();
});
