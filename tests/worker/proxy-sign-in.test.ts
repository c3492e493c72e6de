import { expect, test } from 'vitest';
import { createRig } from '../doubles/data-worker.ts';
import { meridianHeaders } from '../doubles/server.ts';

const PAGE = '<html><h1>Company sign-in</h1></html>';

test.each([
  ['a redirect, which is not followed', { type: 'opaqueredirect' }],
  ['401 and a page', { status: 401, body: PAGE }],
])('a sign-in in front of the server that has ended, by %s, is said', async (_, answer) => {
  const rig = createRig();
  rig.server.route('GET', '/api/dashboard/stats', () => ({ status: 401, body: PAGE }));
  rig.server.route('GET', '/api/auth/session', ({ init }) => {
    expect(init.redirect).toBe('manual');
    return answer;
  });
  await rig.worker.open('ada');
  rig.worker.subscribe('stats', {});
  rig.sockets.last().close(1006);
  await rig.clock.advance(100);
  expect(rig.page.status().connection).toMatchObject({
    state: 'connecting',
    reason: 'The sign-in in front of this server has ended your session.',
  });
  await rig.worker.stop();
});

test('a 401 of the server itself asks for its own sign-in', async () => {
  const rig = createRig();
  const headers = meridianHeaders(1, 0);
  rig.server.route('GET', '/api/auth/session', () => ({ status: 401, headers }));
  await rig.worker.open('ada');
  rig.sockets.last().close(1006);
  await rig.clock.advance(100);
  expect(rig.page.status().connection.state).toBe('refused');
  await rig.worker.stop();
});
