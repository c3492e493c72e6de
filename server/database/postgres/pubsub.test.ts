import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { execute } from '../../../tests/server/postgres.ts';
import { openInstance, testDatabase } from '../../../tests/server/store/postgres/instances.ts';
import { MESSAGE_MAX_BYTES, type Topic } from '../pubsub.ts';

const GREETING: Topic<{ text: string }> = {
  name: 'greeting',
  schema: z.object({ text: z.string() }),
};

async function twoInstances() {
  const url = await testDatabase();
  const instances = [await openInstance(url), await openInstance(url)] as const;
  const received = instances.map(({ pubsub }) => {
    const texts: string[] = [];
    pubsub.subscribe(GREETING, ({ text }) => texts.push(text));
    return texts;
  });
  return { url, instances, received };
}

test('every instance hears a message once, its sender too', async () => {
  const { instances, received } = await twoInstances();
  const [first, second] = instances;
  await first.pubsub.publish(GREETING, { text: 'one' });
  await second.pubsub.publish(GREETING, { text: 'two' });
  for (const texts of received) await expect.poll(() => texts).toEqual(['one', 'two']);
});

test('what does not fit is dropped: of another release, of another topic, of no program', async () => {
  const { url, instances, received } = await twoInstances();
  for (const payload of ['nonsense', '{"topic":"greeting","message":7}', '{"topic":"other"}', ''])
    await execute(url, `select pg_notify('meridian_messages', '${payload}')`);
  await instances[0].pubsub.publish(GREETING, { text: 'fits' });
  for (const texts of received) await expect.poll(() => texts).toEqual(['fits']);
});

test('a message that is too long is an error of its sender', async () => {
  const { instances } = await twoInstances();
  const text = 'x'.repeat(MESSAGE_MAX_BYTES);
  await expect(instances[0].pubsub.publish(GREETING, { text })).rejects.toThrow('longer than');
});

test('a gap is reported after a lost connection, and messages arrive again', async () => {
  const { url, instances, received } = await twoInstances();
  let gaps = 0;
  instances[1].pubsub.onGap(() => {
    gaps += 1;
  });
  await execute(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => gaps, { timeout: 10_000 }).toBe(1);
  await instances[1].pubsub.publish(GREETING, { text: 'again' });
  await expect.poll(() => received[1]).toEqual(['again']);
});
