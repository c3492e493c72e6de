import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AUDIT_ROWS, auditRows } from '../../ui/testing/audit-samples.ts';
import { faults } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { NOW, READINGS } from '../../ui/testing/samples.ts';
import { type AuditSearch, filterOf } from './audit-search.ts';
import { AuditView, type AuditViewProps } from './audit-view.tsx';
import type { AuditRows } from './use-audit.ts';

const list = (rows: AuditRows['rows'], state: AuditRows['state'] = 'all'): AuditRows => ({
  rows,
  state,
  error: state === 'failed' ? new Error('The server cannot be reached.') : null,
  readOlder: vi.fn(),
  retry: vi.fn(),
});

function view(more: Partial<AuditViewProps> = {}, search: AuditSearch = {}) {
  return (
    <AuditView
      search={search}
      onSearch={vi.fn()}
      filter={filterOf(search, NOW)}
      audit={list(AUDIT_ROWS)}
      read={{ ...READINGS.fresh, data: AUDIT_ROWS }}
      days={365}
      onExport={vi.fn(async () => undefined)}
      now={NOW}
      {...more}
    />
  );
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

test.each([1200, 360])(
  'at %i px each row says who did what, when and from where',
  async (width) => {
    await page.viewport(width, 800);
    mountPage(view());
    await expect.element(rowOf('Role changed')).toHaveTextContent(/ada.*grace.*viewer to operator/);
    await expect.element(rowOf('Role changed')).toHaveTextContent(/\d\d:\d\d:\d\d/);
    await expect.element(rowOf('Sign-in failed')).toHaveTextContent(/not signed in.*2001:db8/);
    await expect.element(rowOf('Bundle deployed')).toHaveTextContent('by API token');
    await expect.element(rowOf('Incident acknowledged')).toHaveTextContent('display');
    await expect.element(rowOf('Password changed')).toHaveTextContent('command on the machine');
    await expect
      .element(rowOf('Old rows of the audit log deleted'))
      .toHaveTextContent('this server');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await faults()).toEqual([]);
  },
);

test('failures are marked, and an action of a newer server is shown as it is', async () => {
  mountPage(view());
  await expect.element(rowOf('teapot.filled')).toHaveTextContent('robot');
  await expect.element(page.getByRole('img', { name: 'Warning' }).first()).toBeVisible();
  const marked = page.getByRole('img', { name: 'Warning' }).elements();
  expect(marked.map((mark) => mark.closest('tr')?.dataset.row)).toEqual(['998', '997']);
});

test('what is typed and chosen is looked for', async () => {
  await page.viewport(1200, 800);
  const onSearch = vi.fn();
  mountPage(view({ onSearch }, { action: 'role' }));
  await userEvent.fill(page.getByLabelText('Search'), 'grace');
  await expect
    .poll(() => onSearch.mock.lastCall?.[0])
    .toMatchObject({ q: 'grace', action: 'role' });
  await userEvent.selectOptions(page.getByLabelText('Action'), 'Sign-ins');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ action: 'sign-in' });
  await userEvent.selectOptions(page.getByLabelText('Time'), 'Last 24 hours');
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ time: '24h' });
});

test('on a phone the filters open when they are asked for', async () => {
  await page.viewport(390, 844);
  mountPage(view({}, { action: 'role' }));
  const filters = page.getByRole('button', { name: 'Filters (1)' });
  await expect.element(filters).toBeVisible();
  await expect.element(page.getByLabelText('Action')).not.toBeVisible();
  await userEvent.click(filters);
  await expect.element(page.getByLabelText('Action')).toBeVisible();
});

test('the hash of the newest row can be noted elsewhere, by the keyboard too', async () => {
  mountPage(view());
  await expect.element(page.getByText(/Rows are kept for 365 days/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'access settings' }))
    .toHaveAttribute('href', '/people');
  const button = page.getByRole('button', { name: 'Hash of the newest row', exact: true });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const field = page.getByRole('textbox', { name: 'Hash of the newest row' });
  await expect.element(field).toHaveValue(AUDIT_ROWS[0]?.hash);
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText(/^Row 999, /)).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('what matches is exported, and nothing when nothing does', async () => {
  const onExport = vi.fn(async (_format: string) => undefined);
  const { draw } = mountPage(view({ onExport }));
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }));
  await userEvent.click(page.getByRole('button', { name: 'Export JSON' }));
  expect(onExport.mock.calls.map(([format]) => format)).toEqual(['csv', 'json']);
  draw(view({ audit: list([]) }, { q: 'x' }));
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await expect.element(page.getByText('No rows match')).toBeVisible();
});

test('older rows are read when asked for, and again when that failed', async () => {
  const more = list(auditRows(100), 'more');
  const { draw } = mountPage(view({ audit: more }));
  await userEvent.click(page.getByRole('button', { name: 'Show older rows' }));
  expect(more.readOlder).toHaveBeenCalledOnce();
  const failed = list(auditRows(100), 'failed');
  draw(view({ audit: failed }));
  await expect.element(page.getByRole('status')).toHaveTextContent('100 rows known on this device');
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(failed.retry).toHaveBeenCalledOnce();
});

test('while somebody reads, new rows are counted and none moves', async () => {
  const rows = auditRows(60);
  const { draw } = mountPage(view({ audit: list(rows.slice(2)) }));
  await expect.element(rowOf('bundle-58.zip')).toBeVisible();
  rowOf('bundle-58.zip')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  // Both at once would be one change, in which nothing was read before.
  await new Promise((done) => setTimeout(done, 50));
  draw(view({ audit: list(rows) }));
  const showNew = page.getByRole('button', { name: '2 new rows' });
  await expect.element(showNew).toBeVisible();
  await expect.element(rowOf('bundle-60.zip')).not.toBeInTheDocument();
  await userEvent.click(showNew);
  await expect.element(rowOf('bundle-60.zip')).toBeInTheDocument();
});

test('that nothing is known is said once it has been read, and a failure as one', async () => {
  const loading = { ...READINGS.loading, data: undefined };
  const { draw } = mountPage(view({ audit: list([], 'searching'), read: loading }));
  await expect.element(page.getByText('Reading rows…')).toBeVisible();
  await expect.element(page.getByText('Nothing has been recorded')).not.toBeInTheDocument();
  draw(view({ audit: list([], 'failed'), read: { ...READINGS.failed, data: undefined } }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be read');
  draw(view({ audit: list([]), read: { ...READINGS.fresh, data: [] } }));
  await expect.element(page.getByText('Nothing has been recorded')).toBeVisible();
});
