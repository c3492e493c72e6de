import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PushMessage } from '../../contract/shapes/push.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { fileKeys } from '../secrets/key-store.ts';
import { openVapidKeys } from './pushes.ts';
import { createSeal } from './seal.ts';

const MESSAGE: PushMessage = {
  kind: 'proof',
  title: 'Archive failed its proof',
  text: 'archive.mesh.example did not prove itself in time.',
  tag: 'proof:archive.mesh.example',
  url: '/admin/route66-proof',
  at: 1_800_000_000_000,
};

async function sealed(message: PushMessage) {
  const seal = createSeal(
    await openVapidKeys(fileKeys(await temporaryDir())),
    'mailto:operator@b.example',
  );
  const device = createECDH('prime256v1');
  const p256dh = device.generateKeys().toString('base64url');
  const auth = randomBytes(16).toString('base64url');
  return seal({ endpoint: 'https://web.push.apple.com/a', p256dh, auth }, message);
}

test('the longest configured names fit into what a push service accepts', async () => {
  const name = '€'.repeat(300);
  const message = { ...MESSAGE, title: `${name} failed its proof`, text: name, tag: name };
  const { body } = await sealed(message);
  expect(body.length).toBeGreaterThan(1000);
  expect(body.length).toBeLessThanOrEqual(4096);
});

test('messages with one tag replace each other at the push service, which stores each for a day', async () => {
  const [one, same, other] = await Promise.all([
    sealed(MESSAGE),
    sealed({ ...MESSAGE, title: 'Later' }),
    sealed({ ...MESSAGE, tag: 'another' }),
  ]);
  expect(one.headers.topic).toBe(same.headers.topic);
  expect(one.headers.topic).not.toBe(other.headers.topic);
  expect(one.headers).toMatchObject({ ttl: '86400', urgency: 'normal' });
});
