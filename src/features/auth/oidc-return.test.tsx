import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OIDC_PROBLEMS } from '../../../contract/oidc.ts';
import { onNotice } from '../../../tests/ui/notices.ts';
import { workerClient } from '../../console/worker-client.ts';
import { finishSignIn, notifyProblem } from './oidc-return.ts';

let said: string[];
let stop: () => void;
beforeEach(() => {
  said = [];
  stop = onNotice(({ message }) => said.push(message ?? ''));
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const SESSION = {
  user: { username: 'ada', email: 'ada@mesh.example', sovereignLevel: 'S11.1' },
  expiresAt: 0,
};

it('takes over the session that the provider has led to', async () => {
  vi.spyOn(workerClient, 'send').mockResolvedValue({ ok: true, data: SESSION });
  expect(await finishSignIn()).toBe(true);
  expect(localStorage.getItem('auth-token')).toBe('ada');
  expect(sessionStorage.getItem('session-auth')).toBe('true');
  expect(said).toEqual([]);
});

it('sets no marker where there is no session', async () => {
  vi.spyOn(workerClient, 'send').mockResolvedValue({ ok: true, data: null });
  expect(await finishSignIn()).toBe(false);
  expect(localStorage.getItem('auth-token')).toBeNull();
  expect(said).toEqual(['The sign-in at the provider did not succeed. Please try again.']);
});

it('has a sentence of its own for every problem, and one for those of a newer server', () => {
  for (const problem of [...OIDC_PROBLEMS, 'newer', 'toString']) notifyProblem(problem);
  expect(new Set(said).size).toBe(OIDC_PROBLEMS.length + 1);
  expect(said.at(-1)).toBe(said.at(-2));
});
