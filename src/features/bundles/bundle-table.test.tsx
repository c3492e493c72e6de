import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { NewestBundles } from './bundle-panel.tsx';
import type { BundleSearch } from './bundle-search.ts';
import { BundleTable } from './bundle-table.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FRESH: ReadState = { at: NOW, age: 'fresh', failure: undefined, loading: false };
const SIX = ['Forge', 'Harbor', 'Ledger', 'Signal', 'Archive', 'Sentinel'];

const BUNDLES: Bundle[] = [
  {
    id: 'a',
    name: 'alpha.zip',
    size: 1_237_000,
    status: 'validated',
    targetPlatforms: SIX.slice(0, 5),
    createdAt: '2026-11-20T11:00:00Z',
  },
  {
    id: 2,
    name: `${'a-very-long-name-without-a-place-to-break'.repeat(5)}.zip`,
    size: 0,
    status: 'validating',
    targetPlatforms: null,
    createdAt: '2026-11-20T10:00:00Z',
  },
  {
    id: 'c',
    name: 'gamma.zip',
    size: 5,
    status: 'quarantined',
    targetPlatforms: [],
    createdAt: 'never',
  },
];

const MANY = Array.from(
  { length: 3015 },
  (_, i): Bundle => ({
    id: i,
    name: `rules-${i}.zip`,
    size: i,
    status: i % 5 === 0 ? 'failed' : 'validated',
    targetPlatforms: SIX,
    createdAt: '2026-11-20T11:00:00Z',
  }),
);

type Props = Parameters<typeof BundleTable>[0];

function table(bundles: Bundle[] | undefined, more: Partial<Props> = {}) {
  return (
    <BundleTable
      read={{ ...FRESH, data: bundles }}
      platformCount={6}
      platforms={SIX.map((name) => ({ id: name.toLowerCase(), name }))}
      search={{}}
      onSearch={vi.fn()}
      onUpload={vi.fn()}
      onDeploy={vi.fn()}
      onDelete={vi.fn()}
      onDetails={vi.fn()}
      {...more}
    />
  );
}

/** The table with an address of its own. */
function Searching(props: Partial<Props> & { bundles: Bundle[] }) {
  const [search, setSearch] = useState<BundleSearch>({});
  return table(props.bundles, {
    ...props,
    search,
    onSearch: (next) => setSearch((before) => ({ ...before, ...next })),
  });
}

const rowNames = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.querySelector('button')?.title);

test('the columns are those of the specification', async () => {
  await page.viewport(1200, 800);
  mount(table(BUNDLES));
  const names = page.getByRole('columnheader').elements();
  expect(names.map((header) => header.textContent)).toEqual([
    'Bundle Name',
    'Status',
    'Platform Target',
    'Upload Time',
    'Actions',
  ]);
  await expect.element(page.getByText('1.18 MB')).toBeVisible();
  await expect.element(page.getByText('All Platforms')).toBeVisible();
  await expect.element(page.getByText('quarantined')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test.each([1200, 360])(
  'at %d px a long name is one text, to be found and copied',
  async (width) => {
    await page.viewport(width, 800);
    mount(table(BUNDLES));
    const name = page.getByTitle(/^a-very-long/).element() as HTMLElement;
    expect(name.innerText).toBe(BUNDLES[1]?.name);
    expect(name.clientHeight).toBeLessThan(50);
  },
);

test('three skeleton rows stand in until the bundles have been read', () => {
  const { box } = mount(
    table(undefined, {
      read: { ...FRESH, data: undefined, at: undefined, loading: true },
    }),
  );
  expect(box.querySelectorAll('[data-bundle-placeholder]')).toHaveLength(3);
});

test('an empty table offers the upload', async () => {
  const onUpload = vi.fn();
  mount(table([], { onUpload }));
  await expect.element(page.getByText('No ZIP bundles uploaded')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Upload your first bundle' }));
  expect(onUpload).toHaveBeenCalledOnce();
});

test('the targets that a line has no room for are shown on a press', async () => {
  await page.viewport(1200, 800);
  mount(table(BUNDLES));
  await expect.element(page.getByText('Forge, Harbor')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: '3 more platforms' }));
  await expect.element(page.getByText('Ledger, Signal, Archive')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('details and deploy are of the bundle whose button was pressed', async () => {
  await page.viewport(1200, 800);
  const onDeploy = vi.fn();
  const onDetails = vi.fn();
  mount(table(BUNDLES, { onDeploy, onDetails }));
  await userEvent.click(page.getByRole('button', { name: 'Deploy alpha.zip' }));
  await userEvent.click(page.getByRole('button', { name: 'Details of gamma.zip' }));
  await userEvent.click(page.getByTitle('alpha.zip'));
  expect(onDeploy.mock.calls).toEqual([[['a']]]);
  expect(onDetails.mock.calls).toEqual([['c'], ['a']]);
});

test('a bundle that is still being validated cannot be deployed, and says why', async () => {
  const onDeploy = vi.fn();
  mount(table(BUNDLES, { onDeploy }));
  const button = page.getByRole('button', { name: /^Deploy a-very.*Still being validated$/ });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(onDeploy).not.toHaveBeenCalled();
});

test('where the server does not deploy there is no button for it', async () => {
  mount(table(BUNDLES, { onDeploy: undefined }));
  await expect.element(page.getByRole('button', { name: 'Details of alpha.zip' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Deploy/ }).elements()).toEqual([]);
});

test('a phone shows cards, nothing wider than the screen', async () => {
  await page.viewport(360, 700);
  mount(table(BUNDLES));
  await expect.element(page.getByRole('button', { name: 'Deploy alpha.zip' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(await faults()).toEqual([]);
});

test('thousands of bundles are shown a page at a time, and the page buttons stay where they are', async () => {
  await page.viewport(1200, 800);
  mount(<Searching bundles={MANY} />);
  expect(rowNames()).toHaveLength(20);
  const pages = page.getByRole('navigation', { name: 'Pages of bundles' });
  const next = pages.getByRole('button', { name: 'Next page' });
  await expect.element(pages.getByText('1–20 of 3,015')).toBeVisible();
  const { x, y } = next.element().getBoundingClientRect();
  next.element().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(pages.getByText('41–60 of 3,015')).toBeVisible();
  await expect.element(next).toHaveFocus();
  expect(next.element().getBoundingClientRect()).toMatchObject({ x, y });
  expect(await faults()).toEqual([]);
});

test('the page of the address is shown; one that is no more is the last', async () => {
  const { draw } = mount(table(MANY, { search: { page: 151 } }));
  await expect.element(page.getByText('3,001–3,015 of 3,015')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next page' });
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  draw(table(MANY.slice(0, 50), { search: { page: 151 } }));
  await expect.element(page.getByText('41–50 of 50')).toBeVisible();
});

test('search, filter and order go into the address and back to the first page', async () => {
  const onSearch = vi.fn();
  mount(table(MANY, { search: { page: 4 }, onSearch }));
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search bundles' }), 'rules-1');
  await expect.poll(() => onSearch.mock.calls).toEqual([[{ q: 'rules-1', page: undefined }, true]]);
  await userEvent.click(page.getByRole('radiogroup').getByText(/^Failed/));
  expect(onSearch).toHaveBeenLastCalledWith({ filter: 'failed', page: undefined });
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Order' }), 'Name');
  expect(onSearch).toHaveBeenLastCalledWith({ sort: 'name', page: undefined });
});

test('what nothing matches says so, and one press shows all again', async () => {
  mount(<Searching bundles={BUNDLES} />);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search bundles' }), 'omega');
  await expect.element(page.getByText('No bundle matches')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Clear search and filter' }));
  expect(rowNames()).toHaveLength(3);
  await expect.element(page.getByRole('searchbox', { name: 'Search bundles' })).toHaveValue('');
});

test('several bundles are selected by keyboard or with Shift, and deployed or deleted at once', async () => {
  await page.viewport(1200, 800);
  const onDeploy = vi.fn();
  const onDelete = vi.fn();
  mount(<Searching bundles={MANY} onDeploy={onDeploy} onDelete={onDelete} />);
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  select('rules-1.zip').element().focus();
  await userEvent.keyboard(' ');
  await userEvent.click(select('rules-5.zip'), { modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected bundles' });
  await expect.element(bar.getByText('5 selected')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.click(bar.getByRole('button', { name: 'Deploy 4' }));
  expect(onDeploy.mock.calls).toEqual([[['1', '2', '3', '4']]]);
  await userEvent.click(page.getByRole('button', { name: 'Next page' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all bundles shown' }));
  await expect.element(bar.getByText('25 selected')).toBeVisible();
  await userEvent.click(bar.getByRole('button', { name: 'Delete' }));
  expect(onDelete.mock.calls[0]?.[0]).toHaveLength(25);
  await userEvent.click(bar.getByRole('button', { name: 'Clear selection' }));
  await expect.element(bar).not.toBeInTheDocument();
});

test('a bundle that was deleted is not selected any more', async () => {
  const { draw } = mount(table(BUNDLES));
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all bundles shown' }));
  await expect.element(page.getByText('3 selected')).toBeVisible();
  draw(table(BUNDLES.slice(1)));
  await expect.element(page.getByText('2 selected')).toBeVisible();
});

test('another screen shows the newest alone, and leads to all', async () => {
  mountPage(
    <NewestBundles
      read={{ ...FRESH, data: MANY }}
      platformCount={6}
      onUpload={vi.fn()}
      onDeploy={vi.fn()}
      onDetails={vi.fn()}
    />,
  );
  await expect.element(page.getByRole('link', { name: 'All 3,015' })).toBeVisible();
  expect(rowNames()).toHaveLength(5);
  expect(page.getByRole('checkbox').elements()).toEqual([]);
});

test('while a row has the focus a new bundle is counted, and no row moves', async () => {
  const { draw } = mount(table(BUNDLES));
  const details = page.getByRole('button', { name: 'Details of gamma.zip' });
  details.element().focus();
  await expect.element(details).toHaveFocus();
  const omega = { ...MANY[1], id: 'z', name: 'omega.zip' } as Bundle;
  draw(table([omega, ...BUNDLES]));
  expect(rowNames()[0]).toBe('alpha.zip');
  await userEvent.click(page.getByRole('button', { name: '1 new bundle' }));
  expect(rowNames()[0]).toBe('omega.zip');
});

test('platform, time and problems are chosen, and kept in the address', async () => {
  const onSearch = vi.fn();
  mount(table(BUNDLES, { onSearch }));
  const choose = (label: string, value: string) =>
    userEvent.selectOptions(page.getByRole('combobox', { name: label }), value);
  await choose('Platform', 'Harbor');
  expect(onSearch).toHaveBeenLastCalledWith({ platform: 'Harbor', page: undefined });
  await choose('Time', 'Last 7 days');
  expect(onSearch).toHaveBeenLastCalledWith({ time: '7d', page: undefined });
  await choose('Order', 'Problems first');
  expect(onSearch).toHaveBeenLastCalledWith({ sort: 'problems', page: undefined });
});
