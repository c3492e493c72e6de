import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (environment: Record<string, string>) => readConfig(environment, ROOT);
const KEY = 'k-_9'.repeat(10).concat('abc');
const DATABASE_URL = 'postgresql://meridian:hunter2@db.lan:5433/mesh';

/** @returns the error's message, which repeats none of the secrets */
function refusal(environment: Record<string, string>, ...secrets: string[]): string {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as Error;
    for (const secret of secrets) expect(message).not.toContain(secret);
    return message;
  }
  throw new Error('it was accepted');
}

test('one instance on SQLite needs none of the variables', () => {
  expect(read({})).toMatchObject({
    database: null,
    secretKey: null,
    bundleStore: { kind: 'file', directory: join(ROOT, 'data/bundles') },
    instanceName: `${hostname()}-${process.pid}`,
    drainMs: 0,
  });
});

describe('DATABASE_URL', () => {
  test('is an address of PostgreSQL, with connections', () => {
    const { database } = read({ DATABASE_URL, DATABASE_POOL: '4', SECRET_KEY: KEY });
    expect(database).toEqual({ url: DATABASE_URL, connectionsMax: 4 });
    expect(read({ DATABASE_URL, SECRET_KEY: KEY }).database?.connectionsMax).toBe(10);
  });

  test.each([['mysql://meridian:hunter2@db.lan/mesh'], ['meridian:hunter2@db.lan']])(
    '%s is refused without its password',
    (url) => {
      expect(refusal({ DATABASE_URL: url, SECRET_KEY: KEY }, 'hunter2')).toContain('DATABASE_URL');
    },
  );

  test('needs a key that all instances share, and says how to make one', () => {
    expect(refusal({ DATABASE_URL }, 'hunter2')).toMatch(/SECRET_KEY: is needed .*openssl rand/);
  });

  test.each(['1', '101', 'many'])('DATABASE_POOL=%s is refused', (pool) => {
    expect(refusal({ DATABASE_URL, SECRET_KEY: KEY, DATABASE_POOL: pool })).toContain(
      'DATABASE_POOL',
    );
  });
});

describe('SECRET_KEY', () => {
  test('is 32 bytes as base64url, in the variable or in a file', async () => {
    const path = join(await temporaryDir(), 'key');
    await writeFile(path, `${KEY}\n`);
    expect(read({ SECRET_KEY: KEY }).secretKey).toBe(KEY);
    expect(read({ SECRET_KEY_FILE: path }).secretKey).toBe(KEY);
    expect(read({ SECRET_KEY_FILE: path, DATABASE_URL }).secretKey).toBe(KEY);
  });

  test('of another form is refused, and not repeated', async () => {
    const wrong = 'not-the-right-length';
    expect(refusal({ SECRET_KEY: wrong }, wrong)).toContain('SECRET_KEY');
    const path = join(await temporaryDir(), 'key');
    await writeFile(path, wrong);
    expect(refusal({ SECRET_KEY_FILE: path }, wrong)).toContain(path);
    expect(refusal({ SECRET_KEY_FILE: '/no/such/file' })).toContain('/no/such/file');
    expect(refusal({ SECRET_KEY: KEY, SECRET_KEY_FILE: path }, KEY)).toMatch(/both set/);
  });
});

describe('BUNDLE_STORE', () => {
  test.each([
    ['file:/mnt/bundles', '/mnt/bundles'],
    ['file:///mnt/bundles', '/mnt/bundles'],
    ['file:///mnt/bundles/', '/mnt/bundles'],
  ])('%s is a directory', (address, directory) => {
    expect(read({ BUNDLE_STORE: address }).bundleStore).toEqual({ kind: 'file', directory });
  });

  test('is a directory of DATA_DIR, with a slash at its end or without', () => {
    const { dataDir, bundleStore } = read({ DATA_DIR: '/srv/node/' });
    expect(dataDir).toBe('/srv/node');
    expect(bundleStore).toEqual({ kind: 'file', directory: '/srv/node/bundles' });
  });

  test('is a bucket, with a prefix, an endpoint, a region and credentials', () => {
    const bundleStore = 's3://bucket/mesh/north?endpoint=http://minio:9000&region=eu-1';
    const environment = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(read({ BUNDLE_STORE: bundleStore, ...environment }).bundleStore).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'mesh/north/',
      endpoint: 'http://minio:9000',
      region: 'eu-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const expiring = { ...environment, AWS_SESSION_TOKEN: 'token' };
    expect(read({ BUNDLE_STORE: bundleStore, ...expiring }).bundleStore).toMatchObject({
      credentials: { sessionToken: 'token' },
    });
    expect(read({ BUNDLE_STORE: 's3://bucket' }).bundleStore).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: '',
      endpoint: null,
      region: 'us-east-1',
      credentials: null,
    });
  });

  test.each([
    'bundles',
    'ftp://bucket',
    'file:',
    'file://host/bundles',
    's3://',
    's3://bucket?endpoint=minio:9000',
    's3://bucket?zone=eu-1',
  ])('%s is refused, naming the variable', (address) => {
    expect(refusal({ BUNDLE_STORE: address })).toContain('BUNDLE_STORE');
  });

  test.each(['file:relative', 'file:./bundles', 'file:../bundles'])(
    '%s is refused: relative',
    (address) => {
      expect(refusal({ BUNDLE_STORE: address })).toContain('must be absolute');
    },
  );
});

describe('INSTANCE_NAME and DRAIN_SECONDS', () => {
  test('name an instance, and say how long it drains', () => {
    const { instanceName, drainMs } = read({ INSTANCE_NAME: 'north-1.a_b', DRAIN_SECONDS: '15' });
    expect({ instanceName, drainMs }).toEqual({ instanceName: 'north-1.a_b', drainMs: 15_000 });
  });

  test.each([
    ['INSTANCE_NAME', 'north 1'],
    ['INSTANCE_NAME', 'n'.repeat(65)],
    ['DRAIN_SECONDS', '61'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', 'soon'],
  ])('%s=%s is refused, naming the variable', (name, value) => {
    expect(refusal({ [name]: value })).toContain(name);
  });
});
