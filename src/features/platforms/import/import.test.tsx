import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../../tests/ui/calls.ts';
import {
  GATUS,
  GATUS_EXAMPLES,
  KUMA_BACKUP,
  KUMA_TABLE,
  KUMA_VERSIONS,
  MESH_FILE,
  PLAIN_TABLE,
} from '../../../../tests/ui/import-samples.ts';
import { faults } from '../../../../tests/ui/mount.tsx';
import { mountPage } from '../../../../tests/ui/mount-page.tsx';
import { Seeded } from '../../../../tests/ui/seed.tsx';
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
const patient = { thresholds: { ...often.thresholds, timeoutMs: 48_000 } };
const web = { kind: 'web', method: 'GET', redirects: 10, tls: 'trusted', secrets: {} };

test('a backup of Uptime Kuma is read monitor by monitor', async () => {
  expect(await read(KUMA_BACKUP, 'Uptime_Kuma_Backup.json')).toEqual([
    { name: 'Core', reason: 'Its members get it as their group.' },
    {
      name: 'Shop',
      platform: {
        ...{
          ...web,
          ...patient,
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
      platform: {
        ...web,
        ...patient,
        name: 'Search',
        url: 'https://search.example',
        word: 'ready',
      },
      paused: true,
    },
    {
      name: 'Stock',
      platform: {
        ...{ ...web, ...patient, name: 'Stock', url: 'https://stock.example/api', method: 'POST' },
        json: { path: 'db.state', value: 'ok' },
      },
      changes: ['Its body is not sent.'],
    },
    {
      name: 'Db',
      platform: {
        ...{ kind: 'tcp', name: 'Db', host: 'db.example', port: 5432 },
        thresholds: { ...patient.thresholds, intervalSec: 3600 },
      },
      changes: ['It is probed every 3600 s, and not every 7200 s.'],
    },
    {
      name: 'Name',
      platform: {
        ...{ kind: 'dns', name: 'Name', host: 'mesh.example', record: 'MX' },
        ...{ server: '1.1.1.1:53', value: null, ...patient },
      },
    },
    {
      name: 'Backup',
      platform: { kind: 'report', name: 'Backup', everySec: 3600 },
      changes: ['It gets another address to call.'],
    },
    { name: 'Router', platform: { kind: 'ping', name: 'Router', host: '192.0.2.1', ...patient } },
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
    {
      name: 'ping',
      platform: { kind: 'ping', name: 'ping', host: '192.0.2.1', ...minutely },
      changes: ['Not looked at: [RESPONSE_TIME] < 500'],
    },
    { name: 'hidden', reason: 'Its address has a variable: write its value into the file.' },
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
      platform: { kind: 'web', url: 'https://shop.example/', tags: ['eu', 'shop'] },
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
  const ids = (await readImport(fileOf(MESH_FILE, 'mesh.config.json'))).map(({ fileId }) => fileId);
  expect(ids).toEqual([undefined, 'dock', 'backup']);
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
const kuma = (monitors: readonly object[]) =>
  read(JSON.stringify({ monitorList: monitors }), 'a.json');

test('lists of Uptime Kuma without ids or redirects invent no group and no 0', async () => {
  const site = { type: 'http', url: 'https://shop.example', interval: 60 };
  const rows = await kuma([
    { ...site, name: 'First' },
    { ...site, name: 'Second', parent: null, maxredirects: 0 },
    { ...site, name: 'Third', parent: 3, pathName: 'Edge / Inner / Third', maxredirects: '' },
    { ...site, name: 'A / B', pathName: 'A / B' },
    { ...site, name: 'Lost', parent: 9 },
  ]);
  expect(rows.map(({ platform }) => [platform?.group, platform?.redirects])).toEqual([
    [undefined, 10],
    [undefined, 0],
    ['Inner', 10],
    [undefined, 10],
    [undefined, 10],
  ]);
  expect(rows.at(-1)?.changes).toEqual(['Its group is not in the file.']);
});

test('a name that is in the file twice gets its group', async () => {
  const db = { type: 'port', hostname: 'db.example', port: 1, interval: 60, maxretries: 0 };
  const rows = await kuma([
    { id: 1, name: 'Shop', type: 'group' },
    { id: 2, name: 'Blog', type: 'group', parent: 1 },
    { ...db, id: 3, name: 'Db', parent: 1 },
    { ...db, id: 4, name: 'db', parent: 2 },
    { ...db, id: 5, name: 'Db' },
    { ...db, id: 6, name: 'Db' },
  ]);
  const named = rows.slice(2).map(({ name, platform, changes }) => [name, platform?.name, changes]);
  expect(named).toEqual([
    ['Db (Shop)', 'Db (Shop)', ['Its name was Db.']],
    ['db (Blog)', 'db (Blog)', ['Its name was db.']],
    // What has none the server says is taken.
    ['Db', 'Db', undefined],
    ['Db', 'Db', undefined],
  ]);
});

test('retries, limits and what else Uptime Kuma has are taken or said', async () => {
  const push = { type: 'push', name: 'Job', interval: 60 };
  const [job, fast, rare, often, mail, bearer] = await kuma([
    { ...push, maxretries: 3 },
    { ...push, name: 'Fast', interval: 3, maxretries: 2, retryInterval: 20 },
    { ...push, name: 'Rare', interval: 9_000_000 },
    { ...{ type: 'port', name: 'Often', hostname: 'a.example', port: 1 }, maxretries: 20 },
    {
      ...{ type: 'port', name: 'Mail', hostname: 'b.example', port: 465, smtpSecurity: 'secure' },
      ...{ description: 'relay', tags: [{ name: 'x'.repeat(40), value: '' }] },
    },
    { type: 'http', name: 'Api', url: 'https://api.example', bearer_token: 'word' },
  ]);
  expect(job?.platform).toEqual({ kind: 'report', name: 'Job', everySec: 60, graceSec: 180 });
  expect(fast).toMatchObject({
    platform: { everySec: 10 },
    changes: [expect.anything(), 'It is to call every 10 s, and not every 3 s.'],
  });
  expect(rare?.changes?.[1]).toBe('It is to call every 2678400 s, and not every 9000000 s.');
  expect(often?.changes).toEqual([
    'It is down after 10 probes without an answer, and not after 21.',
  ]);
  expect(mail?.platform).toMatchObject({ kind: 'tcp', port: 465, tls: 'trusted' });
  expect(mail?.changes).toEqual(['Its description is left out.', 'Its long tags are shortened.']);
  expect(bearer).toMatchObject({ platform: { secrets: { auth: { token: 'word' } } } });
});

const endpoint = (fields: string) => `  - {name: shop, url: "https://shop.example", ${fields}}\n`;
const gatus = (fields: string) => read(`endpoints:\n${endpoint(fields)}`, 'config.yaml');

test('settings of Gatus are taken or said, whatever their units', async () => {
  const often = (seconds: number) => `It is probed every 5 s, and not every ${seconds} s.`;
  for (const [fields, changes] of [
    ['interval: 500ms', [often(0.5)]],
    ['interval: 1m30.5s', ['It is probed every 91 s, and not every 90.5 s.']],
    ['interval: 250us', [often(0.00025)]],
    ['interval: 1h0m0s', undefined],
    ['interval: "$EVERY"', ['It is probed every minute: its interval $EVERY cannot be read.']],
    [
      'client: {dns-resolver: "udp://192.0.2.53:53", timeout: 30s, insecure: true}',
      ['client.dns-resolver is left out.'],
    ],
    ['graphql: true, ui: {hide-url: true}', ['graphql is left out.', 'ui is left out.']],
  ] as const)
    expect([fields, (await gatus(fields))[0]?.changes]).toEqual([fields, changes]);
  const [odd] = await gatus('conditions: ["[STATUS] == 999"]');
  expect(odd).toMatchObject({ platform: { statuses: '999' } });
  const [none] = await gatus('conditions: ["[STATUS] == 200", "[STATUS] > 300"]');
  expect(none?.reason).toBe('No status fits its conditions.');
  const dns = 'url: "2620:fe::fe", dns: {query-name: "shop.example.", query-type: aaaa}';
  const rows = await read(
    `endpoints: [{name: dns, ${dns}}]\nexternal-endpoints: [{name: job, heartbeat: {interval: 5s}}]\nsuites: [{name: order}]`,
    'config.yml',
  );
  expect(rows).toMatchObject([
    { platform: { server: '[2620:fe::fe]', record: 'AAAA' } },
    { platform: { everySec: 10 }, changes: [expect.anything(), expect.stringMatching('5 s')] },
    { name: 'order', reason: 'Suites are not probed here.' },
  ]);
});

test('several documents, ConfigMaps and many anchors of a file are read', async () => {
  const config = `endpoints:\n${endpoint('interval: 1m')}`;
  const indented = (text: string) => `${text.trimEnd().replace(/^/gm, '    ')}\n`;
  const map = `apiVersion: v1\nkind: ConfigMap\ndata:\n  config.yaml: |\n${indented(config)}`;
  const other = 'apiVersion: v1\nkind: Service\nspec: {ports: [{port: 80}]}\n';
  const list = JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'List' },
    items: [{ apiVersion: 'v1', kind: 'ConfigMap', data: { 'a.yaml': config, b: 'x' } }],
  });
  const names = async (text: string, name = 'all.yaml') =>
    (await read(text, name)).map((row) => row.name);
  expect(await names(`${other}---\n${map}---\n${config}`)).toEqual(['shop', 'shop']);
  expect(await names(list, 'list.json')).toEqual(['shop']);
  await expect(names(other)).rejects.toThrow('Neither Uptime Kuma');

  const many = Array.from({ length: 20_000 }, (_, at) => `k${at}: &k${at} v${at}\n`).join('');
  const merged = Array.from({ length: 400 }, (_, at) => `  - {<<: *all, name: *k${at}}\n`).join('');
  const all = 'all: &all {url: "https://shop.example", interval: 30s, conditions: [a, b]}\n';
  const rows = await read(`${many}${all}endpoints:\n${merged}`, 'anchors.yaml');
  expect(rows).toHaveLength(400);
  expect(rows[399]).toMatchObject({ name: 'v399', platform: { thresholds: { intervalSec: 30 } } });
  const wide = Array.from({ length: 2_000 }, (_, at) => `  k${at}: 1\n`).join('');
  const bomb = `all: &all\n${wide}endpoints:\n${'  - {<<: *all}\n'.repeat(400)}`;
  await expect(names(bomb)).rejects.toThrow('The file cannot be read as YAML.');
});

test('a table is read in the encodings and with the separators of Excel', async () => {
  const plain = 'name;address\r\n"Größe; alt";shop.example\r\n';
  const bytes = (text: string, big = false) =>
    Uint8Array.from(
      [...text].flatMap((one) => {
        const code = one.charCodeAt(0);
        return big ? [code >> 8, code & 255] : [code & 255, code >> 8];
      }),
    );
  const tabs = plain.replaceAll(';alt', '').replace('name;', 'name\t').replace('";', '"\t');
  for (const content of [
    plain,
    `\uFEFF${plain}`,
    `sep=;\r\n${plain}`,
    tabs,
    Uint8Array.from(plain, (one) => one.charCodeAt(0)),
    bytes(`\uFEFF${tabs}`),
    bytes(`\uFEFF${plain}`, true),
    bytes(plain),
    bytes(plain, true),
  ]) {
    const rows = await readImport(new File([content], 'table.csv'));
    expect(rows).toMatchObject([
      { name: 'Größe; alt', platform: { url: 'https://shop.example/' } },
    ]);
  }
});

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
      {
        message: '6 of 7 can be added.',
        rows: [...dry, row('name'), row('backup'), row('router')],
      },
      {
        message: '5 of 5 were added.',
        rows: [row('shop'), row('stock'), row('name'), added, row('router')],
      },
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
  await expect.element(page.getByText('Taken 4 · Changed 2 · Left out 5')).toBeVisible();
  await expect.element(page.getByText(reason)).toBeVisible();
  expect(await faults()).toEqual([]);
  const checkbox = page.getByRole('checkbox', { name: 'Add Search' });
  expect(checkbox.element().closest('[role=status]')).toBeNull();
  await userEvent.click(checkbox);
  await expect.element(page.getByText('Taken 3 · Changed 2 · Left out 6')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Add 5 platforms' }));
  await expect.element(page.getByText('5 of 5 were added.')).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: 'Backup' }))
    .toHaveValue(`${location.origin}/api/reports/secret`);
  const payloads = sent.map((call) => (call as [string, { dry: boolean; platforms: object[] }])[1]);
  expect(payloads.map(({ dry, platforms }) => [dry, platforms.length])).toEqual([
    [true, 7],
    [false, 5],
  ]);
});
