import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { AUDIT_ROWS, auditRows } from '../../../tests/ui/audit-samples.ts';
import { savedFiles } from '../../../tests/ui/files.ts';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import { SETTINGS } from './audit.stories.tsx';
import { AuditScreen } from './audit-screen.tsx';
import type { AuditSearch } from './audit-search.ts';

interface Shown {
  rows?: readonly AuditRow[];
  stand?: Stand;
  onSearch?: (search: AuditSearch) => void;
}

function screen(shown: Shown = {}, address: AuditSearch = {}) {
  const { rows = AUDIT_ROWS, stand, onSearch = nothing } = shown;
  return (
    <Seeded entries={[...known('audit', rows, stand), ...known('accessSettings', SETTINGS)]}>
      <AuditScreen address={address} onSearch={onSearch} />
    </Seeded>
  );
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

test.each([1200, 360])(
  'at %i px each row says who did what, when and from where',
  async (width) => {
    await page.viewport(width, 800);
    mountPage(screen());
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

test('hashes are short and copied whole, sizes can be read, and the list says its end', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => writeText.mockRestore());
  const hash = 'ab'.repeat(32);
  const detail = `300218 bytes, SHA-256 ${hash}, by ada`;
  const rows = auditRows(3).map((one, i) => (i === 0 ? { ...one, detail } : one));
  await page.viewport(1200, 800);
  mountPage(screen({ rows }));
  const row = rowOf('293.18 KB, SHA-256 abababab…, by ada');
  await expect.element(row).toBeVisible();
  expect(row.element().getBoundingClientRect().height).toBeLessThan(60);
  await userEvent.click(row.getByRole('button', { name: 'Copy SHA-256 abababab…' }));
  expect(writeText).toHaveBeenCalledWith(hash);
  await expect.element(page.getByText('No older rows.')).toBeVisible();
});

test('failures are marked, and an action of a newer server is shown as it is', async () => {
  mountPage(screen());
  await expect.element(rowOf('teapot.filled')).toHaveTextContent('robot');
  await expect.element(page.getByRole('img', { name: 'Warning' }).first()).toBeVisible();
  const marked = page.getByRole('img', { name: 'Warning' }).elements();
  expect(marked.map((mark) => mark.closest('tr')?.dataset.row)).toEqual(['998', '997']);
});

test('what is typed and chosen is looked for', async () => {
  await page.viewport(1200, 800);
  const onSearch = vi.fn();
  mountPage(screen({ onSearch }, { action: 'role' }));
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
  mountPage(screen({}, { action: 'role' }));
  const filters = page.getByRole('button', { name: 'Filters (1)' });
  await expect.element(filters).toBeVisible();
  await expect.element(page.getByLabelText('Action')).not.toBeVisible();
  await userEvent.click(filters);
  await expect.element(page.getByLabelText('Action')).toBeVisible();
});

test('the hash of the newest row can be noted elsewhere, by the keyboard too', async () => {
  mountPage(screen());
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

test('what matches is exported, with its hash, and nothing when nothing does', async () => {
  const files = savedFiles();
  const { draw } = mountPage(screen());
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }));
  await expect.poll(() => files).toHaveLength(1);
  expect(files[0]?.rows).toEqual(AUDIT_ROWS);
  expect(files[0]?.columns).toContain('hash');
  draw(screen({}, { q: 'no such text' }));
  await expect.element(page.getByText('No rows match')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

test('older rows are read when asked for, and again when that failed', async () => {
  const rows = auditRows(150);
  const { draw } = mountPage(screen({ rows, stand: 'stale' }));
  const count = page.getByRole('status').first();
  await expect.element(count).toHaveTextContent('150 rows known on this device');
  draw(screen({ rows }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(count).toHaveTextContent('Newest 150 rows');
  await userEvent.click(page.getByRole('button', { name: 'Show older rows' }));
  await expect.element(count).toHaveTextContent('All 150 rows');
});

test('while somebody reads, new rows are counted and none moves', async () => {
  const rows = auditRows(60);
  const { draw } = mountPage(screen({ rows: rows.slice(2) }));
  await expect.element(rowOf('bundle-58.zip')).toBeVisible();
  rowOf('bundle-58.zip')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  // Both at once would be one change, in which nothing was read before.
  await new Promise((done) => setTimeout(done, 50));
  draw(screen({ rows }));
  const showNew = page.getByRole('button', { name: '2 new rows' });
  await expect.element(showNew).toBeVisible();
  await expect.element(rowOf('bundle-60.zip')).not.toBeInTheDocument();
  await userEvent.click(showNew);
  await expect.element(rowOf('bundle-60.zip')).toBeInTheDocument();
});

test.each<[string, Stand, string]>([
  ['being read', 'loading', 'Reading rows…'],
  ['that could not be read', 'failed', 'The audit log could not be read'],
  ['without a row', 'fresh', 'Nothing has been recorded'],
  ['of another server', 'missing', 'This server keeps no audit log.'],
])('a log %s is called so', async (_, stand, text) => {
  mountPage(screen({ rows: [], stand }));
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByText('Nothing has been recorded').elements()).toHaveLength(
    stand === 'fresh' ? 1 : 0,
  );
});
