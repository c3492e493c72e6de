import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { login, type Rig, startRig } from '../../tests/server/second-factor/rig.ts';
import { changeAccount } from '../../tests/server/tokens/token-rig.ts';

/** What was proven before the account changed opens nothing after it. */

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.server.close());

const ADA = { username: 'Ada', cookie: '' };
const SECOND = '/api/auth/second-factor';

/** Does something just before the commit of this number from now on. */
function beforeCommit(number: number, change: () => Promise<unknown>): void {
  const { journal } = rig.server.node;
  const commit = journal.commit.bind(journal);
  let count = 0;
  const spy = vi.spyOn(journal, 'commit').mockImplementation(async (work) => {
    count += 1;
    if (count === number) {
      spy.mockRestore();
      await change();
    }
    return commit(work);
  });
}

const setColumns = (columns: Parameters<typeof changeAccount>[2]) => () =>
  changeAccount(rig.server, ADA, columns);

test('a password that is replaced while it is verified', async () => {
  await rig.person('Ada');
  beforeCommit(1, setColumns({ passwordHash: 'of another one' }));
  expect((await login(rig.browser(), 'Ada')).status).toBe(401);
});

test('a password of an account that is disabled, or gets a second factor, at that moment', async () => {
  await rig.person('Ada');
  beforeCommit(1, setColumns({ disabledAt: 1 }));
  expect((await login(rig.browser(), 'Ada')).status).toBe(403);
  await setColumns({ disabledAt: null })();
  beforeCommit(1, setColumns({ totpSecret: 'x', totpSince: 1 }));
  expect((await login(rig.browser(), 'Ada')).status).toBe(401);
});

test('a password that is replaced before the second factor is asked for', async () => {
  await rig.addCodes(await rig.person('Ada'));
  const browser = rig.browser();
  beforeCommit(1, setColumns({ passwordHash: 'of another one' }));
  const { secondFactor } = await (await login(browser, 'Ada')).json();
  expect(secondFactor).toBeUndefined();
});

test.each([
  ['whose codes are removed', { totpSecret: null, totpSince: null }, 401],
  ['whose password is replaced', { passwordHash: 'of another one' }, 401],
  ['that is disabled', { disabledAt: 1 }, 403],
])('a code of an account %s', async (_case, columns, status) => {
  const { codeAt } = await rig.addCodes(await rig.person('Ada'));
  const browser = rig.browser();
  expect((await login(browser, 'Ada')).status).toBe(401);
  rig.now += 60_000;
  // The first commit judges the code, the second opens the session.
  beforeCommit(2, setColumns(columns));
  const code = codeAt(rig.now);
  expect((await browser.call(SECOND, { kind: 'code', code })).status).toBe(status);
  expect((await browser.call('/api/auth/session', undefined, 'GET')).status).toBe(401);
});

test('a passkey that is removed', async () => {
  const ada = await rig.person('Ada');
  const authenticator = rig.authenticator();
  await rig.addPasskey(ada, authenticator);
  const browser = rig.browser();
  const remove = () =>
    rig.server.node.journal.commit(async (tx) => void (await tx.deleteFrom('passkeys').execute()));
  const challenge = await browser.ok('/api/auth/passkey/challenge');
  const credential = authenticator.get(challenge as never);
  // The first takes the challenge, the second counts the use of the passkey.
  beforeCommit(3, remove);
  expect((await browser.call('/api/auth/passkey', { credential })).status).toBe(401);
});
