import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ProofRow } from '../../../contract/shapes/proof.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { faults } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { factorsText, proofOutcome } from './proof-state.ts';
import { RecentProofsCard } from './recent-proofs-card.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
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

test('a listed proof leads to its status', async () => {
  mountPage(<RecentProofsCard proofs={{ ...FRESH, data: [OPEN] }} now={NOW} />);
  const link = page.getByRole('link', { name: 'Status of the challenge of forge.mesh.example' });
  await expect.element(link).toHaveAttribute('href', '/admin/route66-proof?challenge=one');
  expect(await faults()).toEqual(expect.not.arrayContaining([expect.stringContaining('contrast')]));
});

test('says when none was started, and when they cannot be read', async () => {
  mountPage(<RecentProofsCard proofs={{ ...FRESH, data: [] }} now={NOW} />);
  await expect.element(page.getByText('No peer has been challenged yet')).toBeVisible();
  const failure = { message: '500: boom' };
  mountPage(<RecentProofsCard proofs={{ ...FRESH, failure, data: undefined }} now={NOW} />);
  await expect.element(page.getByText('The proofs could not be read')).toBeVisible();
});
