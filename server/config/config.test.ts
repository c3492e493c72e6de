import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { selfSigned } from '../../tests/doubles/self-signed.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MESH = JSON.parse(readFileSync(join(ROOT, 'mesh.config.json'), 'utf8'));
const read = (environment: Record<string, string>) => readConfig(environment, ROOT);

/** Reads the environment with this mesh configuration. */
async function readMesh(mesh: unknown) {
  const path = join(await temporaryDir(), 'mesh.json');
  await writeFile(path, typeof mesh === 'string' ? mesh : JSON.stringify(mesh));
  return read({ MESH_CONFIG: path });
}

describe('the environment', () => {
  test('has a default for every variable', () => {
    const config = read({});
    expect(config).toMatchObject({
      port: 8066,
      host: '127.0.0.1',
      dataDir: join(ROOT, 'data'),
      allowedHosts: [],
      registration: 'open',
      sessionMs: 30 * 24 * 3600_000,
      tls: null,
      trustedProxies: 0,
      push: { contact: 'mailto:operator@meridian.mesh.example', services: [] },
    });
    expect(read({ PORT: '', HOST: '' })).toEqual(config);
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['REGISTRATION', 'maybe'],
    ['SESSION_DAYS', '0'],
    ['UPLOAD_MAX_BYTES', 'much'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', '99'],
    ['PUSH_CONTACT', 'operator'],
    ['PUSH_CONTACT', 'http://mesh.example'],
    ['SECURITY_CONTACT', 'security@mesh.example'],
    ['SECURITY_CONTACT', 'mailto:'],
    ['SECURITY_CONTACT', 'http://mesh.example/report'],
    ['ALERT_PRIVATE_TARGETS', 'mail.lan, 10.0.0.0/33'],
    ['ALERT_PRIVATE_TARGETS', 'mail.lan/24'],
    ['ALERT_PRIVATE_TARGETS', 'http://mail.lan'],
    ['ALERT_TARGETS', 'https://hooks.example'],
    ['PUBLIC_URL', 'console.lan'],
    ['PUBLIC_URL', 'https://console.lan/dashboard'],
    ['DEAD_MAN_URL', 'hc-ping.com/5ec2e7'],
    ['RDAP_BOOTSTRAP', 'data.iana.org/rdap/dns.json'],
    ['MESH_CONFIG', '/no/such/file.json'],
    ['TLS_CERT', '/no/such/certificate.pem'],
    ['TLS_KEY', '/no/such/key.pem'],
    ['SECRET_KEY_FILE', '/no/such/key'],
    ['BUNDLE_STORE', 'file:bundles'],
    ['BUNDLE_STORE', 'file:./bundles'],
  ])('%s=%s is refused, naming the variable', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(name);
  });

  test('the password of the database may be in a file', async () => {
    const path = join(await temporaryDir(), 'password');
    await writeFile(path, 'p@ss/w:rd%41\n');
    const database = { DATABASE_URL: 'postgres://meridian@db:5433/mesh?sslmode=require' };
    const config = readConfig(
      { ...database, DATABASE_PASSWORD_FILE: path, SECRET_KEY: 'x'.repeat(43) },
      ROOT,
    );
    const url = new URL(config.database?.url ?? '');
    expect(decodeURIComponent(url.password)).toBe('p@ss/w:rd%41');
    url.password = '';
    expect(url.href).toBe(database.DATABASE_URL);
    const missing = { ...database, DATABASE_PASSWORD_FILE: '/nowhere', SECRET_KEY: 'x'.repeat(43) };
    expect(() => readConfig(missing, ROOT)).toThrow(ConfigError);
    expect(() => readConfig(missing, ROOT)).toThrow(
      'DATABASE_PASSWORD_FILE: /nowhere cannot be read (ENOENT)',
    );
  });

  test('alerts link to the node itself, or to the address that people use', () => {
    expect(read({}).alerts.origin).toBe('https://meridian.mesh.example');
    const { alerts } = read({ PUBLIC_URL: 'http://10.0.0.7:8066', ALERT_PRIVATE_TARGETS: '' });
    expect(alerts.origin).toBe('http://10.0.0.7:8066');
  });

  test('private targets of alerts are names, addresses and ranges', () => {
    const { names, addresses } = read({
      ALERT_PRIVATE_TARGETS: 'Mail.lan, 10.1.0.0/16 ,[fd00::7],192.168.1.9',
    }).alerts.privateTargets;
    expect([...names]).toEqual(['mail.lan']);
    expect(addresses.check('10.1.2.3')).toBe(true);
    expect(addresses.check('10.2.2.3')).toBe(false);
    expect(addresses.check('fd00::7', 'ipv6')).toBe(true);
    expect(addresses.check('192.168.1.9')).toBe(true);
  });

  test('a certificate needs its key, and a key its certificate', async () => {
    const directory = await temporaryDir();
    const { cert, key } = selfSigned();
    const [certPath, keyPath] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    await writeFile(certPath, cert);
    await writeFile(keyPath, key);
    expect(read({ TLS_CERT: certPath, TLS_KEY: keyPath }).tls).toMatchObject({ cert, key });
    expect(() => read({ TLS_CERT: certPath })).toThrow('TLS_CERT is set, but TLS_KEY is not');
    expect(() => read({ TLS_KEY: keyPath })).toThrow('TLS_KEY is set, but TLS_CERT is not');
  });

  test('ALLOWED_HOSTS is split, trimmed and lowercased, and has names alone', () => {
    expect(read({ ALLOWED_HOSTS: ' Console.mesh.example ,, b ,[::1]' }).allowedHosts).toEqual([
      'console.mesh.example',
      'b',
      '[::1]',
    ]);
    for (const wrong of ['https://console.mesh.example', 'b,c:8066', '*.mesh.example'])
      expect(() => read({ ALLOWED_HOSTS: wrong })).toThrow(
        'environment variable ALLOWED_HOSTS must be host names with commas between',
      );
  });
});

describe('the mesh configuration', () => {
  test('is refused, naming the wrong field', async () => {
    const { product: _, ...withoutProduct } = MESH;
    const [forge] = MESH.platforms;
    const wrong: [unknown, string][] = [
      [withoutProduct, 'product'],
      [{ ...MESH, extra: 1 }, 'extra'],
      [{ ...MESH, parentSite: 'javascript:alert(1)' }, 'parentSite'],
      [{ ...MESH, platforms: [{ ...forge, id: 'Not An Id' }] }, 'platforms.0.id'],
      [
        { ...MESH, platforms: [{ ...forge, runbook: 'javascript:alert(1)' }] },
        'platforms.0.runbook',
      ],
      [{ ...MESH, platforms: [{ ...forge, address: 'ftp://forge' }] }, 'platforms.0.address'],
      [
        { ...MESH, platforms: [{ ...forge, address: 'https://forge.example/mesh' }] },
        'platforms.0.address must be scheme, host and port only, without a path',
      ],
      [{ ...MESH, platforms: [{ ...forge, address: 'https://a:b@forge' }] }, 'without a path'],
      [
        { ...MESH, requirePinnedKeys: true, platforms: [{ ...forge, address: 'https://forge' }] },
        '"forge" needs keys, because requirePinnedKeys is true',
      ],
      [{ ...MESH, platforms: [{ ...forge, name: 'Forge\nis up' }] }, 'platforms.0.name'],
      [{ ...MESH, node: { ...MESH.node, domain: 'a.example\r' } }, 'node.domain'],
      [{ ...MESH, product: 'Meridian\u200b' }, 'product'],
      [{ ...MESH, platforms: [forge, forge] }, '"forge" twice'],
      [{ ...MESH, platforms: [{ ...forge, dependsOn: ['forge'] }] }, 'circle by way of forge.'],
      [{ ...MESH, platforms: [{ ...forge, dependsOn: ['sun'] }] }, 'dependsOn has sun, which'],
      [{ ...MESH, platforms: [{ ...forge, id: MESH.node.id }] }, 'twice'],
      [{ ...MESH, probe: { ...MESH.probe, intervalSec: 0 } }, 'probe.intervalSec'],
      ['{ "product": ', 'cannot be read as JSON'],
    ];
    for (const [mesh, name] of wrong) await expect(readMesh(mesh)).rejects.toThrow(name);
  });

  test('has a sample with every field, which is valid', () => {
    const path = join(ROOT, 'mesh.config.sample.json');
    const sample = JSON.parse(readFileSync(path, 'utf8'));
    const { mesh } = read({ MESH_CONFIG: path });
    expect(mesh).toEqual(sample);
    expect(mesh.platforms.map((one) => Object.keys(one).sort().join())).toEqual([
      'address,domain,id,keys,name,runbook',
      'address,dependsOn,domain,group,id,name,tags,thresholds',
    ]);
  });

  test('has the addresses of real peers', async () => {
    const platforms = [{ ...MESH.platforms[0], address: 'https://forge.mesh.example:8443' }];
    const { mesh } = await readMesh({ ...MESH, platforms });
    expect(mesh.platforms).toEqual(platforms);
  });
});

test('an error says what is allowed', async () => {
  expect(() => read({ PORT: '80a' })).toThrow('environment variable PORT must be a number.');
  expect(() => read({ PORT: '65536' })).toThrow('PORT must be at most 65535.');
  expect(() => read({ REGISTRATION: 'maybe' })).toThrow(
    'REGISTRATION must be one of open, invite, closed.',
  );
  const platforms = [{ ...MESH.platforms[0], id: 'X' }];
  await expect(readMesh({ ...MESH, platforms })).rejects.toThrow(
    'platforms.0.id must be 1 to 64 of a-z, 0-9 and -.',
  );
});
