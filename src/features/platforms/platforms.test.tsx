import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { PlatformPayloadSchema } from '../../../contract/sent/platform.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { type Answers, answerCalls } from '../../../tests/ui/calls.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { workerClient } from '../../console/worker-client.ts';
import { platformPayload, platformValues } from './platform-values.ts';
import { MEASURED, ROWS, SIMULATED } from './platforms.stories.tsx';
import { PlatformsScreen } from './platforms-screen.tsx';

function Screen() {
  const [isAdding, setAdding] = useState(false);
  return <PlatformsScreen isAdding={isAdding} onAdding={setAdding} />;
}

async function open(rows = ROWS, answers: Answers = {}) {
  await page.viewport(1024, 900);
  const sent = answerCalls(answers);
  mountPage(
    <Seeded
      entries={[
        ...[...MEASURED, ...known('platforms', rows), ...known('connections', CONNECTIONS)],
        ...known('witnessing', [{ id: 'forge', name: 'Forge', asks: false, looks: null }]),
      ]}
    >
      <Screen />
    </Seeded>,
  );
  await expect.element(button('Add a platform')).toBeVisible();
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const kind = () => page.getByLabelText('What do you have?');
const card = (name: string) => page.getByRole('row', { name, exact: true });
const choose = async (name: string, item: string) => {
  await userEvent.click(button(`More about ${name}`));
  const menu = page.getByRole('menu', { name: `More about ${name}` });
  await userEvent.click(menu.getByRole('menuitem', { name: item, exact: true }));
};

const FAILED = {
  ok: false,
  steps: [
    { ok: true, text: 'Connected to 127.0.0.1 port 80 in 1 ms' },
    { ok: false, text: 'Failed: answered 503 instead of 200-299' },
  ],
  advice: 'Check what the address answers.',
  key: null,
};
const WELL = {
  ...{ ok: true, steps: [{ ok: true, text: 'Answered 200' }], advice: null, key: null },
  phasesMs: { connect: 0.4, tls: 12, firstByte: 30.5, end: 0 },
};
const ADDED = { message: 'Added.', id: 'shop', report: null };

test('a web address is tested step by step, and added under the name of its host', async () => {
  const sent = await open(ROWS, { testPlatform: [FAILED, WELL], addPlatform: ADDED });
  await userEvent.click(button('Add a platform'));
  await expect.element(kind()).toHaveValue('web');
  expect(button('Test').element().closest('[role=status]')).toBeNull();
  await userEvent.click(button('Test'));
  await expect.element(page.getByText('Enter an http: or https: address')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(field('Address'), 'http://shop.example/bad');
  await userEvent.click(button('Test'));
  await expect.element(page.getByText('Failed: answered 503 instead of 200-299')).toBeVisible();
  await expect.element(page.getByText('Check what the address answers.')).toBeVisible();
  await expect.element(button('Add anyway')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.fill(field('Address'), 'shop.example');
  await expect.element(page.getByText('It would be down')).not.toBeInTheDocument();
  await userEvent.click(button('Test'));
  await expect.element(page.getByText('It is up')).toBeVisible();
  // One voice says it.
  expect(page.getByRole('status').getByRole('alert').elements()).toEqual([]);
  const times = 'Time: connect 0.4 ms, TLS 12 ms, first byte 30.5 ms, end 0 ms';
  await expect.element(page.getByText(times)).toBeVisible();
  await userEvent.click(button('Add platform'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const platform = { kind: 'web', name: 'shop.example', url: 'https://shop.example/' };
  expect(sent.slice(-2)).toMatchObject([
    ['testPlatform', { platform }],
    ['addPlatform', platform],
  ]);
});

test('a test says its steps one by one, and that one runs', async () => {
  await open(ROWS);
  let end = (_answer: object) => undefined as unknown;
  vi.spyOn(workerClient, 'send').mockImplementation(async (_name, _request, onLine) => {
    onLine?.({ ok: true, text: 'shop.example resolves to 10.0.0.1' });
    return { ok: true, data: await new Promise((resolve) => (end = resolve)) };
  });
  await userEvent.click(button('Add a platform'));
  await userEvent.fill(field('Address'), 'shop.example');
  await userEvent.click(button('Test'));
  await expect.element(page.getByText('shop.example resolves to 10.0.0.1')).toBeVisible();
  await expect.element(page.getByText('The next step runs')).toBeVisible();
  expect(await faults()).toEqual([]);
  end(WELL);
  await expect.element(page.getByText('It is up')).toBeVisible();
  await expect.element(page.getByText('The next step runs')).not.toBeInTheDocument();
});

test('a mesh node is pinned to the key that it has, which stays inside of a phone', async () => {
  const sent = await open(ROWS, { testPlatform: { ...WELL, key: 'W'.repeat(43) } });
  await page.viewport(360, 800);
  await userEvent.click(button('Add a platform'));
  await userEvent.selectOptions(kind(), 'mesh');
  await userEvent.fill(field('Address'), 'https://dock.example');
  await userEvent.fill(field('Id'), 'dock');
  await userEvent.click(button('Test'));
  const pin = page.getByLabelText('Accept only the key that it has now');
  const rightOf = (place: Locator) => place.element().getBoundingClientRect().right;
  expect(rightOf(page.getByText('W'.repeat(43)))).toBeLessThan(rightOf(page.getByRole('dialog')));
  await userEvent.click(pin);
  await userEvent.fill(field('Address'), 'https://other.example');
  await expect.element(pin).not.toBeInTheDocument();
  await userEvent.fill(field('Address'), 'https://dock.example');
  await expect.element(pin).not.toBeChecked();
  await userEvent.click(pin);
  await userEvent.click(button('Add platform'));
  await expect
    .poll(() => sent.at(-1))
    .toEqual([
      'addPlatform',
      {
        ...{ kind: 'mesh', id: 'dock', name: 'dock.example', address: 'https://dock.example/' },
        keys: ['W'.repeat(43)],
      },
    ]);
});

test('a mesh node is added by one line, and gets one of this node', async () => {
  const key = 'k'.repeat(43);
  const own = { id: 'meridian', key: 'm'.repeat(43) };
  const sent = await open(ROWS, { testPlatform: { ...WELL, key, own } });
  await userEvent.click(button('Add a platform'));
  await userEvent.fill(field('Address'), `https://dock.example dock ${key}`);
  await expect.element(field('Id')).toHaveValue('dock');
  await expect.element(field('Address')).toHaveValue('https://dock.example');
  await userEvent.click(button('Test'));
  const line = `${location.origin} meridian ${own.key}`;
  await expect.element(field('This node in one line')).toHaveValue(line);
  await expect.element(page.getByLabelText('Accept only the key that it has now')).toBeChecked();
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Add platform'));
  const node = { kind: 'mesh', id: 'dock', address: 'https://dock.example/', keys: [key] };
  await expect.poll(() => sent.at(-1)).toMatchObject(['addPlatform', node]);
});

test('a key that was pinned before can be unpinned when the node has another one', async () => {
  const [before, now] = ['b'.repeat(43), 'n'.repeat(43)];
  const dock = {
    ...{ id: 'dock', name: 'Dock', domain: 'dock.example', kind: 'mesh', source: 'console' },
    ...{ simulated: false, paused: false, target: 'https://dock.example', secrets: [] },
    settings: { kind: 'mesh', address: 'https://dock.example', keys: [before] },
  };
  const sent = await open([dock], { testPlatform: { ...WELL, key: now } });
  await choose('Dock', 'Edit');
  await userEvent.fill(field('Address'), 'https://pier.example');
  await userEvent.click(button('Test'));
  await userEvent.click(page.getByLabelText('Accept only the key that it has now'));
  await userEvent.click(page.getByLabelText('Accept the key that was pinned before'));
  await userEvent.click(button('Save'));
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject(['changePlatform', 'dock', { address: 'https://pier.example/', keys: [now] }]);
});

test('the address of one that reports itself is shown once', async () => {
  await open(ROWS, { addPlatform: { ...ADDED, report: '/api/reports/secret' } });
  await userEvent.click(button('Add a platform'));
  await userEvent.selectOptions(kind(), 'It reports itself');
  await userEvent.fill(field('Name'), 'Backup');
  await userEvent.click(button('Add platform'));
  await expect.element(field('Address')).toHaveValue(`${location.origin}/api/reports/secret`);
  await userEvent.click(page.getByText('systemd', { exact: true }));
  const example = page.getByText('ExecStopPost=');
  await expect.element(example).toHaveTextContent(`REPORT=${location.origin}/api/reports/secret`);
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Done'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a job that comes by cron is added, and changed as it was', async () => {
  const times = { cron: '30 2 * * *', timeZone: 'Asia/Tokyo' };
  const sent = await open(
    [
      ...ROWS,
      {
        ...(ROWS[4] as PlatformRow),
        id: 'night',
        name: 'Night',
        settings: { kind: 'report', graceSec: 60, ...times },
      },
    ],
    { addPlatform: ADDED, changePlatform: ADDED },
  );
  await userEvent.click(button('Add a platform'));
  await userEvent.selectOptions(kind(), 'It reports itself');
  await userEvent.fill(field('Name'), 'Backup');
  await userEvent.selectOptions(page.getByLabelText('When it calls'), 'By cron');
  await userEvent.fill(field('Line of cron'), times.cron);
  await userEvent.fill(field('Time zone'), times.timeZone);
  await userEvent.click(button('Add platform'));
  const job = { kind: 'report', graceSec: 60, ...times };
  await expect.poll(() => sent.at(-1)).toEqual(['addPlatform', { name: 'Backup', ...job }]);
  await choose('Night', 'Edit');
  await expect.element(field('Line of cron')).toHaveValue(times.cron);
  await userEvent.click(button('Save'));
  await expect.poll(() => sent.at(-1)).toMatchObject(['changePlatform', 'night', job]);
});

test('the first real platform asks whether the simulated ones go', async () => {
  const sent = await open(SIMULATED, { addPlatform: ADDED });
  await userEvent.click(button('Add a platform'));
  await userEvent.fill(field('Address'), 'shop.example');
  await userEvent.click(button('Add platform'));
  await userEvent.click(button('Remove simulated platforms'));
  await expect.poll(() => sent.length).toBe(1 + SIMULATED.length);
  expect(sent.at(-1)).toEqual(['removePlatform', 'sentinel', { history: 'erase' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a platform of the file is read-only, with the reason; the others are moved and removed', async () => {
  const sent = await open();
  await expect.element(card('Forge')).toHaveTextContent('From the file');
  await userEvent.click(button('More about Forge'));
  const menu = page.getByRole('menu', { name: 'More about Forge' });
  await expect.element(menu.getByText(/^From the mesh configuration file/)).toBeVisible();
  await expect.element(menu.getByRole('menuitem', { name: 'Edit' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(page.getByText(/^From the mesh configuration file/).last()).toBeVisible();
  await expect.element(card('Archive')).toHaveTextContent('does not answer');
  expect(await faults()).toEqual([]);
  await choose('Archive', 'Move up');
  const ids = ['forge', 'archive', 'harbor', 'signal', 'sentinel', 'comet'];
  await expect.poll(() => sent.at(-1)).toEqual(['orderPlatforms', { ids }]);
  await choose('Signal', 'Resume');
  await expect.poll(() => sent.at(-1)).toEqual(['pausePlatform', 'signal', { paused: false }]);
  await choose('Harbor', 'Remove');
  await userEvent.click(page.getByLabelText('Erase its history'));
  await userEvent.click(button('Remove platform'));
  await expect.poll(() => sent.at(-1)).toEqual(['removePlatform', 'harbor', { history: 'erase' }]);
});

test.each([
  [1440, 0, 42],
  [390, 44, 120],
])('at %i px a row is one link to its platform, with a menu', async (width, button, row) => {
  await open();
  await page.viewport(width, 900);
  const link = card('Harbor').getByRole('link', { name: 'Harbor', exact: true });
  await expect.element(link).toHaveAttribute('href', '/mesh-network/harbor');
  const heightOf = (place: Locator) => place.element().getBoundingClientRect().height;
  const more = card('Harbor').getByRole('button');
  expect(more.elements()).toHaveLength(1);
  await expect.poll(() => heightOf(card('Harbor'))).toBeLessThanOrEqual(row);
  expect(heightOf(more)).toBeGreaterThanOrEqual(button);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('thresholds are suggested from what was measured; group, tags and causes are chosen or typed', async () => {
  const sent = await open();
  await choose('Archive', 'Edit');
  await userEvent.click(page.getByText('Thresholds'));
  const dialog = page.getByRole('dialog');
  const slow = page.getByLabelText('Slow after (ms)');
  await expect.element(slow).toHaveValue('400');
  const timeout = page.getByLabelText('No answer after (ms)');
  await expect.element(timeout).toHaveAttribute('placeholder', '1500, as the mesh');
  await expect.element(page.getByText(/^Last 7 days: 3.1% of the answers/)).toBeVisible();
  await userEvent.click(button('Slow after 420 ms'));
  await userEvent.click(page.getByText('More settings'));
  await userEvent.fill(dialog.getByRole('combobox', { name: 'Group' }), 'Databases');
  await userEvent.fill(dialog.getByRole('combobox', { name: 'Tags' }), 'night');
  await userEvent.keyboard('{Enter}');
  await userEvent.fill(dialog.getByRole('combobox', { name: 'Depends on' }), 'Har');
  await userEvent.click(page.getByRole('option', { name: 'Harbor' }));
  expect(await faults(['region'])).toEqual([]);
  await userEvent.click(button('Save'));
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject([
      'changePlatform',
      'archive',
      {
        ...{ group: 'Databases', tags: ['berlin', 'backup', 'night'], dependsOn: ['harbor'] },
        thresholds: { lateMs: 420 },
      },
    ]);
});

test('platforms are filtered by text, group, tag and kind', async () => {
  await open();
  await userEvent.selectOptions(page.getByLabelText('Group'), 'Storage');
  await expect.element(card('Archive')).toHaveTextContent('Storage #berlin #backup');
  await expect.element(card('Forge')).not.toBeInTheDocument();
  await userEvent.selectOptions(page.getByLabelText('Kind'), 'web');
  await expect.element(card('Archive')).not.toBeInTheDocument();
  await userEvent.selectOptions(page.getByLabelText('Group'), '');
  await expect.element(card('Harbor')).toBeVisible();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search' }), 'comet');
  await expect.element(card('Harbor')).not.toBeInTheDocument();
});

test('others than admins read who may see it', async () => {
  mountPage(
    <AsRole session={VIEWER}>
      <PlatformsScreen isAdding={false} onAdding={() => undefined} />
    </AsRole>,
  );
  await expect.element(page.getByText('This needs the role admin; yours is viewer.')).toBeVisible();
});

test('what is changed is sent back as it was set up, and secrets stay', () => {
  const [, harbor, archive, , sentinel] = ROWS.map(
    (row) => PlatformPayloadSchema.safeParse(platformPayload(platformValues(row))).data,
  );
  expect(harbor).toEqual({
    ...{ kind: 'web', name: 'Harbor', domain: 'Quay', url: 'https://harbor.mesh.example/health' },
    ...{ method: 'GET', statuses: '200, 401', word: 'ok', json: null, redirects: 2, tls: 'any' },
    secrets: {},
  });
  const host = 'archive.mesh.example';
  expect(archive).toEqual({
    ...{ kind: 'tcp', name: 'Archive', host, port: 5432 },
    ...{ group: 'Storage', tags: ['berlin', 'backup'], thresholds: { lateMs: 400 } },
  });
  expect(sentinel).toEqual({ kind: 'report', name: 'Sentinel', everySec: 86_400, graceSec: 600 });
});

test.each([
  ['tcp', '[::1]:80', { host: '::1', port: 80 }],
  ['tcp', 'tcp://db.example:5432/', { host: 'db.example', port: 5432 }],
  ['dns', ' mesh.example ', { host: 'mesh.example', record: 'A', value: null, server: null }],
] as const)('a %s address is pasted as %s', (kind, address, expected) => {
  const sent = platformPayload({ ...platformValues(), name: 'One', kind, address });
  expect(PlatformPayloadSchema.parse(sent)).toMatchObject(expected);
});

test('an admin agrees with a peer on what each looks at; with others there is nothing to agree on', async () => {
  const sent = await open(ROWS, { changeWitnessing: { message: 'Changed.' } });
  await userEvent.click(button('More about Harbor'));
  await expect.element(page.getByRole('menuitem', { name: 'Pause' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Witness' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await choose('Forge', 'Witness');
  await userEvent.click(page.getByLabelText('Ask Forge to look at platforms of this node'));
  await userEvent.click(page.getByLabelText('Look at platforms of Forge for it'));
  await userEvent.click(page.getByLabelText('Ping'));
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save'));
  const looks = { max: 20, kinds: ['web', 'tcp', 'dns'], inner: false };
  await expect
    .poll(() => sent.at(-1))
    .toEqual(['changeWitnessing', { peer: 'forge', asks: true, looks }]);
});

test('a form says whether peers look at a platform', () => {
  const payload = platformPayload({ ...platformValues(ROWS[1]), witnessed: 'plain' });
  expect(PlatformPayloadSchema.parse(payload)).toMatchObject({ witnessed: 'plain' });
  expect(platformPayload(platformValues(ROWS[2]))).not.toHaveProperty('witnessed');
});
