import { expect, onTestFinished, test, vi } from 'vitest';
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts';
import { startWithStuckLoops } from './stuck-loops.ts';

const POLL = { timeout: 30_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

test('DEAD_MAN_URL is called while all loops are on time, and not while one stands', async () => {
  const outside = await startWebhookReceiver();
  onTestFinished(outside.close);
  const env = { DEAD_MAN_URL: `${outside.url}/ping/5ec2e7?a=b` };
  const { server, stuck, read, ...node } = await startWithStuckLoops(20, { env });
  const calls = () => outside.received.length;
  const metrics = async () => (await server.call('/metrics')).text();
  const unsuccessfulSec = async () =>
    Number(
      /^meridian_loop_late_seconds\{loop="call DEAD_MAN_URL"\} (\S+)/m.exec(await metrics())?.[1],
    );
  const known = async () => (await read('/api/admin/watchdog/summary')).deadMan;

  await expect.poll(calls, POLL).toBeGreaterThan(1);
  expect(outside.received[0]?.path).toBe('/ping/5ec2e7?a=b');
  await expect.poll(known, POLL).toEqual({ at: expect.any(Number), error: null });

  stuck.add('probe');
  await expect.poll(node.reasons, POLL).toEqual(['probe']);
  const before = calls();
  await expect.poll(unsuccessfulSec, POLL).toBeGreaterThan(130);
  expect(calls()).toBe(before);

  stuck.clear();
  outside.answer(404);
  await expect.poll(known, POLL).toMatchObject({ error: 'answered 404' });
  expect(calls()).toBeGreaterThan(before);
  expect(await metrics()).toMatch(
    /^meridian_dead_man_called_timestamp_seconds\{answered="false"\} \d/m,
  );
  expect(server.logged).toContainEqual(
    expect.objectContaining({ host: '127.0.0.1', reason: 'answered 404' }),
  );
  expect(JSON.stringify(server.logged)).not.toContain('5ec2e7');
});
