import { expect, test } from 'vitest';
import { readImport } from './read-import.ts';

const read = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
  readImport(new File([content], name));
const json = (value: unknown) => JSON.stringify(value);
const site = { name: 'Shop', type: 'http', url: 'https://shop.example' };
const kuma = async (monitor: object) =>
  (await read(json([{ ...site, ...monitor }, ...GROUPS]), 'a.json'))[0];
/** Is also in itself. */
const GROUPS = [
  { id: 7, name: 'Core', type: 'group', active: 0, parent: 7 },
  { id: 8, name: 'Inner', type: 'group', active: 1, parent: 7 },
];
const gatus = async (fields: string) =>
  (await read(`endpoints: [{name: shop, url: "https://shop.example", ${fields}}]`, 'a.yaml'))[0];

test.each<[string, unknown]>([
  ['alone', site],
  ['by id', { 1: site }],
  ['in a message of its socket', ['monitorList', { 1: site }]],
  ['as phpMyAdmin exports a table', [{ type: 'header' }, { type: 'table', data: [site] }]],
  ['as DBeaver exports a table', { 'select * from monitor': [site] }],
])('a list of Uptime Kuma is found %s', async (_, value) => {
  const rows = await read(json(value), 'a.json');
  expect(rows).toMatchObject([{ name: 'Shop', platform: { url: 'https://shop.example' } }]);
});

const ENDPOINTS = 'endpoints: [{name: shop, url: "https://shop.example"}]';
test.each([
  ["a chart's values", `config:\n  ${ENDPOINTS}`],
  ['a release', `apiVersion: v2\nkind: HelmRelease\nspec: {values: {config: {${ENDPOINTS}}}}`],
  ['a Secret', `apiVersion: v1\nkind: Secret\ndata: {c.yaml: ${btoa(ENDPOINTS)}, x: "%"}`],
  ['a first version', ENDPOINTS.replace('endpoints', 'services')],
])('endpoints of Gatus are found in %s', async (_, text) => {
  expect(await read(text, 'a.yaml')).toMatchObject([{ name: 'shop' }]);
});

const tags = Array.from({ length: 25 }, (_, at) => ({ name: `t${at}` }));
test.each<[string, object, object]>([
  ['headers that are no text', { headers: { A: 'b' } }, { secrets: { headers: { A: 'b' } } }],
  ['a header that is a number', { headers: '{"A": 5}' }, { secrets: { headers: { A: '5' } } }],
  ['tags that are words', { tags: ['eu', 'prod'] }, { tags: ['eu', 'prod'] }],
  ['statuses with commas', { accepted_statuscodes: '200,301' }, { statuses: '200, 301' }],
  ['a timeout', { timeout: 4.5 }, { thresholds: { timeoutMs: 4500 } }],
  ['a long timeout', { timeout: 240 }, { thresholds: { timeoutMs: 60_000 } }],
  [
    'a position in a list',
    { type: 'json-query', jsonPath: '$.all[0].state', expectedValue: 'ok' },
    { json: { path: 'all[0].state', value: 'ok' } },
  ],
  [
    'a name in the address',
    { url: 'https://a%40b:w%zz@shop.example/x@y' },
    {
      url: 'https://shop.example/x@y',
      secrets: { auth: { username: 'a@b', password: 'w%zz' } },
    },
  ],
])('%s of Uptime Kuma is taken', async (_, monitor, platform) => {
  expect(await kuma(monitor)).toMatchObject({ platform });
});

test('more tags than there may be are said', async () => {
  const row = await kuma({ tags });
  expect(row?.platform?.tags).toHaveLength(20);
  expect(row?.changes).toEqual(['It has the first 20 of its tags.']);
});

test.each([
  [{ active: true, forceInactive: true }, true],
  [{ active: 1, parent: 7 }, true],
  [{ active: 'TRUE', parent: 8 }, true],
  [{ active: 'TRUE' }, false],
])('a monitor of Uptime Kuma that has %j is paused: %s', async (monitor, paused) => {
  expect((await kuma(monitor))?.paused).toBe(paused);
});

test.each([
  ['client: {timeout: 3s}', { thresholds: { timeoutMs: 3000 } }],
  ['interval: 0s', { thresholds: { intervalSec: 60 } }],
  ['interval: 30000000\u03bcs', { thresholds: { intervalSec: 30 } }],
  ['headers: {A: 5, B: true}', { secrets: { headers: { A: '5', B: 'true' } } }],
  ['conditions: "[STATUS] == 204"', { statuses: '204' }],
  ['conditions: ["[BODY].a[0].b == 5"]', { json: { path: 'a[0].b', value: '5' } }],
  ['conditions: ["[BODY][0].id == 5"]', { json: { path: '[0].id', value: '5' } }],
  ['group: 007', { group: '007' }],
  ['group: 12345678901234567890', { group: '12345678901234567890' }],
])('%s of Gatus is taken', async (fields, platform) => {
  expect(await gatus(fields)).toMatchObject({ platform, changes: [] });
});

test.each([
  ['url: ""', 'It has no address.'],
  ['conditions: ["[CONNECTED] == false"]', 'It is up while nothing answers'],
  [
    'url: 192.0.2.1, dns: {query-name: a.example}, conditions: ["[DNS_RCODE] == NXDOMAIN"]',
    'It is up',
  ],
  ['url: 192.0.2.1, dns: {query-name: "$HOST"}', 'Its name has a variable: write'],
  ['name: "$NAME"', 'Its name has a variable: write its value into the file.'],
])('%s of Gatus is left out', async (fields, reason) => {
  expect((await gatus(fields))?.reason).toContain(reason);
});

test('words of YAML 1.1 are truth values for Gatus', async () => {
  const row = await gatus('enabled: no, client: {insecure: yes, ignore-redirect: On}');
  expect(row).toMatchObject({ paused: true, platform: { tls: 'any', redirects: 0 } });
});

test('a variable of Gatus is never taken for a group or a value', async () => {
  const row = await gatus('group: "$TEAM", conditions: ["[BODY].v == $VALUE"]');
  expect(row?.platform).not.toHaveProperty('group');
  expect(row?.platform?.json).toBeNull();
  expect(row?.changes).toEqual([
    'Not looked at: [BODY].v == $VALUE',
    'Its group has a variable: write its value into the file.',
  ]);
});

test('columns may begin with capitals, and what a table loses is said', async () => {
  const table = 'SEP=;\r\nName;Address;Kind;INTERVALSEC;Owner\r\nDb;db.example:5;TCP;30;ada\r\n';
  expect(await read(table, 'a.csv')).toEqual([
    {
      name: 'Db',
      platform: {
        kind: 'tcp',
        name: 'Db',
        host: 'db.example',
        port: 5,
        thresholds: { intervalSec: 30 },
      },
      changes: ['Owner is left out.'],
    },
  ]);
  const [shifted] = await read('name,address\nShop, north,https://shop.example\n', 'a.csv');
  expect(shifted?.reason).toContain('put them in quotation marks');
  for (const address of ['db.example', '2001:db8::1']) {
    const [portless] = await read(`name,address,kind\nDb,${address},tcp\n`, 'a.csv');
    expect(portless?.reason).toContain('write host and port');
  }
});

test.each(['NULL', '\\N'])('%s of a database is nothing', async (none) => {
  const table = `id,name,type,url,hostname,parent,headers,body\n1,Shop,http,https://shop.example,${none},${none},${none},${none}\n`;
  expect((await read(table, 'monitor.csv'))[0]?.changes).toEqual([]);
});

test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ['kuma.db', 'SQLite format 3\0\x10\0', 'The file is no text: export it as CSV, JSON or YAML.'],
  ['book.xlsx', new Uint8Array([80, 75, 3, 4, 20, 0, 6, 0, 8, 0]), 'The file is no text'],
  ['a.csv', 'name,address\n"Shop,https://shop.example\n', 'The quotation marks of row'],
  ['a.yaml', 'endpoints:\n\t- name: a\n', 'The file cannot be read as YAML. Look at line 2.'],
  ['b.yaml', '- name: a\n  url: https://a.example\n', 'Neither Uptime Kuma, Gatus'],
])('%s is refused with what to do', async (name, content, message) => {
  await expect(read(content, name)).rejects.toThrow(message);
});
