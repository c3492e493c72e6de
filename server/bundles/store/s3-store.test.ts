import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { openS3Store } from './s3-store.ts';

test.each([
  ['that names nothing stored', {}],
  ['with an entity tag of its own', { etag: '"6565-page"' }],
])('a page of a proxy %s does not count as a stored bundle', async (_, headers) => {
  const proxy = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/html', ...headers });
      response.end('<!doctype html><title>Sign in</title>');
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await new Promise((resolve) => proxy.once('listening', resolve));
  const scratchDirectory = await temporaryDir();
  const store = await openS3Store({
    config: {
      ...{ kind: 's3', bucket: 'bundles', prefix: '', region: 'us-east-1' },
      endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    scratchDirectory,
    observe: () => undefined,
  });
  onTestFinished(store.close);
  const path = join(scratchDirectory, 'received.part');
  await writeFile(path, 'bytes of a bundle');
  await expect(store.prepare(path, 'one')).rejects.toMatchObject({ reason: 'unavailable' });
  expect(existsSync(path)).toBe(true);
});
