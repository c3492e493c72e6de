import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../ui/testing/calls.ts';
import {
  GATUS,
  GATUS_EXAMPLES,
  KUMA_BACKUP,
  KUMA_TABLE,
  KUMA_VERSIONS,
  MESH_FILE,
  PLAIN_TABLE,
} from '../../../ui/testing/import-samples.ts';
import { faults } from '../../../ui/testing/mount.tsx';
import { mountPage } from '../../../ui/testing/mount-page.tsx';
import { Seeded } from '../../../ui/testing/seed.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { readImport } from './read-import.ts';

const fileOf = (text: string, name: string) => new File([text], name);
const read = async (text: string, name: string) =>
  (await readImport(fileOf(text, name))).map(({ name, platform, paused, changes, reason }) => ({
    name,
    ...(platform && { platform }),
    ...(paused && { paused }),
    ...(changes?.length && { changes }),
    ...(reason && { reason }),
  }));

const often = { thresholds: { intervalSec: 60, failures: 2 } };
const web = { kind: 'web', method: 'GET', redirects: 10, tls: 'trusted', secrets: {} };

test('a backup of Uptime Kuma is read monitor by monitor', async () => {
  expect(await read(KUMA_BACKUP, 'Uptime_Kuma_Backup.json')).toEqual([
    { name: 'Core', reason: 'Its members get it as their group.' },
    {
      name: 'Shop',
      platform: {
        ...{
          ...web,
          ...often,
          name: 'Shop',
          url: 'https://shop.example/health',
          statuses: '200-299, 401',
        },
        secrets: {
          auth: { username: 'ada', password: 'word' },
          headers: { 'X-Key': 'value' },
        },
        ...{ tls: 'any', group: 'Core', tags: ['tier: 1', 'eu'] },
      },
    },
    {
      name: 'Search',
      platform: { ...web, ...often, name: 'Search', url: 'https://search.example', word: 'ready' },
      paused: true,
    },
    {
      name: 'Stock',
      platform: {
        ...{ ...web, ...often, name: 'Stock', url: 'https://stock.example/api', method: 'POST' },
        json: { path: 'db.state', value: 'ok' },
      },
      changes: ['Its body is not sent.'],
    },
    {
      name: 'Db',
      platform: {
        ...{ kind: 'tcp', name: 'Db', host: 'db.example', port: 5432 },
        thresholds: { intervalSec: 3600, failures: 2 },
      },
      changes: ['It is probed every 3600 s, and not every 7200 s.'],
    },
    {
      name: 'Name',
      platform: {
        ...{ kind: 'dns', name: 'Name', host: 'mesh.example', record: 'MX' },
        ...{ server: '1.1.1.1:53', value: null, ...often },
      },
    },
    {
      name: 'Backup',
      platform: { kind: 'report', name: 'Backup', everySec: 3600 },
      changes: ['It gets another address to call.'],
    },
    { name: 'Router', reason: 'Monitors of the type ping are not probed here.' },
    {
      name: 'Closed',
      reason: 'It is up while nothing answers, which is not probed here.',
    },
    { name: 'Clean', reason: 'It is up while a word is missing, which is not probed here.' },
    { name: 'Many', reason: 'Its JSON query is more than a path and a value.' },
  ]);
});

test('the table of Uptime Kuma is read as CSV and as JSON', async () => {
  const expected = [
    {
      name: 'Shop, north',
      platform: {
        ...{
          ...web,
          ...often,
          name: 'Shop, north',
          url: 'https://shop.example',
          statuses: '200-299',
        },
        tls: 'any',
      },
    },
    {
      name: 'Db',
      platform: { kind: 'tcp', name: 'Db', host: 'db.example', port: 5432, ...often },
      paused: true,
    },
  ];
  expect(await read(KUMA_TABLE, 'monitor.csv')).toEqual(expected);
  const rows = [
    {
      ...{ id: 1, name: 'Shop, north', active: 1, url: 'https://shop.example', type: 'http' },
      ...{ ignore_tls: 1, upside_down: 0, maxredirects: 10, method: 'GET' },
      ...{ interval: 60, maxretries: 1 },
      accepted_statuscodes_json: '["200-299"]',
    },
    {
      id: 2,
      name: 'Db',
      active: 0,
      type: 'port',
      hostname: 'db.example',
      port: 5432,
      maxretries: 1,
    },
  ];
  expect(await read(JSON.stringify(rows), 'monitor.json')).toEqual(expected);
});

test('endpoints of Gatus keep what is expected of them, as far as it is looked at here', async () => {
  const { secrets: _, ...plain } = web;
  const minutely = { thresholds: { intervalSec: 60 } };
  expect(await read(GATUS, 'config.yaml')).toEqual([
    {
      name: 'site (core)',
      platform: {
        ...{ ...plain, name: 'site (core)', url: 'https://site.example/health' },
        ...{ statuses: '200, 204', word: null, json: { path: 'db.state', value: 'UP' } },
        ...{ group: 'core', thresholds: { intervalSec: 300 } },
      },
      changes: ['Its name was site.', 'Not looked at: [RESPONSE_TIME] < 300'],
    },
    {
      name: 'site (edge)',
      platform: {
        ...{ ...plain, name: 'site (edge)', url: 'https://edge.example', redirects: 0 },
        ...{ tls: 'any', statuses: '100-399', word: 'ready', json: null },
        ...{ ...minutely, group: 'edge' },
        secrets: { headers: { 'X-Key': 'value' } },
      },
      paused: true,
      changes: ['Its name was site.'],
    },
    {
      name: 'db',
      platform: { kind: 'tcp', name: 'db', host: 'db.example', port: 5432, ...minutely },
      changes: ['Not looked at: [RESPONSE_TIME] < 500'],
    },
    {
      name: 'name',
      platform: {
        ...{ kind: 'dns', name: 'name', host: 'mesh.example', record: 'A' },
        ...{ server: '192.0.2.53', value: '192.0.2.1', ...minutely },
      },
    },
    { name: 'ping', reason: 'icmp addresses are not probed here.' },
    { name: 'hidden', reason: 'Its address has a variable.' },
    {
      name: 'backup',
      platform: { kind: 'report', name: 'backup', everySec: 5400 },
      changes: ['It gets another address to call.'],
    },
  ]);
});

test('a plain table and a mesh configuration are read', async () => {
  const table = await read(PLAIN_TABLE, 'platforms.csv');
  expect(JSON.stringify(table)).not.toContain('keys');
  expect(table).toMatchObject([
    {
      name: 'Shop',
      platform: { kind: 'web', url: 'https://shop.example/', tags: ['eu', ' shop'] },
    },
    { name: 'Db', platform: { kind: 'tcp', host: 'db.example', port: 5432 } },
    { name: 'Dock', platform: { kind: 'mesh', id: 'dock', address: 'https://dock.example/' } },
    // What is wrong with them the server says.
    { name: 'Queue', platform: { kind: 'mqtt' } },
    { name: 'Broken', platform: { kind: 'web', url: 'ftp://shop.example/' } },
  ]);
  const file = await read(MESH_FILE, 'mesh.config.json');
  expect(file).toMatchObject([
    { name: 'Forge', reason: 'It has no address.' },
    { name: 'Dock', platform: { kind: 'mesh', id: 'dock', address: 'https://dock.example' } },
    { name: 'Backup', platform: { kind: 'report', everySec: 60 }, paused: true },
  ]);
  expect(JSON.stringify(file)).not.toContain('sha256');
});

test.each([
  ['{"a": ', 'a.json', 'The file cannot be read as JSON.'],
  ['{"a": 1}', 'a.json', 'Neither Uptime Kuma, Gatus nor a mesh configuration writes such a file.'],
  ['endpoints: [', 'a.yml', 'The file cannot be read as YAML.'],
  ['one,two\n1,2', 'a.csv', 'The first line has to name the columns: name, address'],
  ['endpoints: []', 'a.yaml', 'The file has no platforms.'],
  [`name,address\n${'a,b.example\n'.repeat(501)}`, 'a.csv', 'more than 500 platforms'],
  [' '.repeat(2 * 1024 * 1024 + 1), 'a.csv', 'larger than 2 MiB'],
  [
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nendpoints: [${'*c,'.repeat(9)}]`,
    'bomb.yaml',
    'The file cannot be read as YAML.',
  ],
])('a file %# that is none of these is refused with a sentence', async (text, name, message) => {
  await expect(readImport(fileOf(text, name))).rejects.toThrow(message);
});

const nothing = () => undefined;

test('what the examples of Gatus have is read, or said to be left out', async () => {
  const rows = await read(GATUS_EXAMPLES, 'config.yaml');
  expect(rows).toMatchObject([
    {
      platform: { url: 'https://shop.example/health', group: 'core', statuses: '200' },
      changes: ['Not looked at: [RESPONSE_TIME] < 300'],
    },
    {
      platform: { json: { path: 'deleted', value: 'false' } },
      changes: ['Not looked at: [STATUS] == pat(2*)', 'Not looked at: len([BODY].text) > 0'],
    },
    { changes: ['Not looked at: [DOMAIN_EXPIRATION] > 720h'] },
    { platform: { kind: 'tcp', host: '127.0.0.1', port: 6379 } },
    { name: 'prices', reason: 'Such addresses are not probed here.' },
    { platform: { tls: 'any' }, changes: ['client.tls is left out.'] },
  ]);
  expect(rows.map((row) => (row.platform as { statuses?: string })?.statuses)).not.toContain('');
});

test('backups of Uptime Kuma are read whatever version wrote them', async () => {
  expect(await read(KUMA_VERSIONS, 'backup.json')).toMatchObject([
    {
      platform: { url: 'https://old.example', tags: ['web'], thresholds: { failures: 4 } },
    },
    { platform: { url: 'https://new.example', method: 'HEAD', secrets: {} } },
    ...['docker', 'mqtt', 'real-browser'].map((type) => ({
      reason: `Monitors of the type ${type} are not probed here.`,
    })),
  ]);
  const dns = { id: 8, name: 'Name', type: 'dns', hostname: 'mesh.example', port: 53 };
  const equals = { type: 'expression', andOr: 'and', variable: 'record', operator: 'equals' };
  const asked = { ...dns, dns_resolve_server: '192.0.2.1 , 192.0.2.2' };
  const monitors = [
    { ...asked, conditions: [{ ...equals, value: 'a.example.' }] },
    { ...dns, conditions: [{ ...equals, operator: 'contains', value: 'a' }] },
  ];
  expect(await read(JSON.stringify(monitors), 'backup.json')).toMatchObject([
    {
      platform: { server: '192.0.2.1:53', value: 'a.example.' },
      changes: ['It does not ask 192.0.2.2.'],
    },
    { platform: { server: null, value: null }, changes: ['Any value is right.'] },
  ]);
  const one = { id: 7, name: 'Db', type: 'port', hostname: 'db.example', port: 5432, active: true };
  for (const file of [{ monitorList: { 7: one } }, { instance: 'primary', monitors: [one] }])
    expect(await read(JSON.stringify(file), 'backup.json')).toMatchObject([
      { name: 'Db', platform: { kind: 'tcp', host: 'db.example', port: 5432 } },
    ]);
});

test('a file is looked at row by row before it is added, and new addresses are shown once', async () => {
  const reason = 'name is taken: Db is in this mesh already.';
  const row = (id: string) => ({ id, reason: null, report: null });
  const dry = [row('shop'), row('search'), row('stock'), { id: null, reason, report: null }];
  const added = { id: 'backup', reason: null, report: '/api/reports/secret' };
  const sent = answerCalls({
    importPlatforms: [
      { message: '5 of 6 can be added.', rows: [...dry, row('name'), row('backup')] },
      { message: '4 of 4 were added.', rows: [row('shop'), row('stock'), row('name'), added] },
    ],
  });
  await page.viewport(1024, 900);
  mountPage(
    <Seeded entries={[]}>
      <ImportDialog opened onAdded={nothing} onClose={nothing} />
    </Seeded>,
  );
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, fileOf(KUMA_BACKUP, 'backup.json'));
  await expect.element(page.getByText('Taken 3 · Changed 2 · Left out 6')).toBeVisible();
  await expect.element(page.getByText(reason)).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole('checkbox', { name: 'Add Search' }));
  await expect.element(page.getByText('Taken 2 · Changed 2 · Left out 7')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Add 4 platforms' }));
  await expect.element(page.getByText('4 of 4 were added.')).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: 'Backup' }))
    .toHaveValue(`${location.origin}/api/reports/secret`);
  const payloads = sent.map((call) => (call as [string, { dry: boolean; platforms: object[] }])[1]);
  expect(payloads.map(({ dry, platforms }) => [dry, platforms.length])).toEqual([
    [true, 6],
    [false, 4],
  ]);
});
