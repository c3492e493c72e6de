import { expect } from 'vitest';
import type { Display } from '../../contract/shapes/display.ts';
import type { Incident } from '../../contract/shapes/incident.ts';
import { CONNECTION_LOST, SIGNED_OUT } from '../e2e/browser.ts';
import { test } from '../e2e/fixtures.ts';
import { approve, codeOn } from '../e2e/pair-display.ts';

const WAIT = { timeout: 150_000, interval: 500 };

test('a wall whose page hangs while its worker lives is an incident, until it paints again', {
  timeout: 300_000,
}, async ({ product, operator, openContext, openPage }) => {
  const context = await openContext({ viewport: { width: 1920, height: 1080 } });
  const { page: wall } = await openPage(context, [
    ...CONNECTION_LOST,
    ...SIGNED_OUT,
    /^401: POST /,
  ]);
  await wall.goto(`${product.url}/dashboard?wall=1`);
  await approve(operator, await codeOn(wall), 'Hall');
  const hall = async () => (await operator.read<Display[]>('/api/displays'))[0];
  const incident = async () => {
    const all = await operator.read<Incident[]>('/api/incidents');
    return all.find(({ cause }) => cause?.startsWith('Display Hall '));
  };
  await expect.poll(async () => (await hall())?.report?.verdict, WAIT).toMatch(/^Mesh/);
  const first = await hall();
  expect(first?.trouble).toBeNull();
  expect(first?.report).toMatchObject({ reload: 'opened', restarts: 0, workers: 0 });
  expect(first?.report?.hash).toMatch(/^[0-9a-f]{8}$/);
  await operator.send(`/api/displays/${first?.id}/watch`, { alert: true, hours: null });

  const debug = await context.newCDPSession(wall);
  await debug.send('Debugger.enable');
  const paused = new Promise((resolve) => debug.once('Debugger.paused', resolve));
  await debug.send('Debugger.pause');
  await paused;
  await expect.poll(async () => (await hall())?.trouble?.kind, WAIT).toBe('frozen');
  expect((await hall())?.connected).toBe(true);
  expect(await incident()).toMatchObject({ openedBy: 'Meridian', endedAt: null });

  await debug.send('Debugger.resume');
  await debug.detach();
  await expect.poll(async () => (await hall())?.trouble, WAIT).toBeNull();
  expect((await incident())?.endedAt).not.toBeNull();

  await operator.send(`/api/displays/${first?.id}/order`, { order: 'reload' });
  await expect
    .poll(async () => (await hall())?.report, WAIT)
    .toMatchObject({ reload: 'reload ordered', restarts: 1 });
});
