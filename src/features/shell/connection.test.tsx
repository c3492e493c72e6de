import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { DisconnectedBanner, DiskNotice } from './console-notices.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MESH = '5 of 6 platforms reachable.';

test.each([
  ['connecting', 'Connecting 12 s'],
  ['live', 'Live 12 s ago'],
  ['following', 'Live 12 s ago'],
  ['silent', 'Silent 12 s'],
  ['disconnected', 'Disconnected 12 s'],
  ['refused', 'Signed out 12 s'],
  ['offline', 'Offline 12 s'],
] as const)('%s reads "%s"', async (label, words) => {
  await page.viewport(1024, 768);
  mount(<ConnectionIndicator label={label} since={NOW - 12_000} now={NOW} mesh={MESH} />);
  const button = page.getByRole('button', { name: /^Connection to the server: / });
  await expect.element(button).toBeVisible();
  expect(button.element().textContent?.replace(/\s/g, '')).toContain(words.replace(/\s/g, ''));
  expect(await faults()).toEqual([]);
});

test('says why the server serves nobody', async () => {
  const reason = 'The database cannot be reached.';
  mount(
    <ConnectionIndicator label="disconnected" since={NOW} now={NOW} mesh={MESH} reason={reason} />,
  );
  await page.getByRole('button').click();
  await expect.element(page.getByText(`Disconnected. ${reason}`)).toBeVisible();
});

test('names the two connections apart', async () => {
  mount(<ConnectionIndicator label="silent" since={undefined} now={NOW} mesh={MESH} />);
  await page.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('This screen to the server')).toBeVisible();
  await expect.element(dialog.getByText(/has not answered for too long/)).toBeVisible();
  await expect.element(dialog.getByText(MESH)).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('on a phone the light keeps its words for screen readers', async () => {
  await page.viewport(360, 740);
  mount(<ConnectionIndicator label="offline" since={NOW} now={NOW} mesh={MESH} />);
  const button = page.getByRole('button', { name: /Offline/ });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().width).toBeLessThan(60);
});

test('the banner says since when, when it tries next, and tries at once', async () => {
  const onTryNow = vi.fn();
  mount(
    <DisconnectedBanner text="No connection since 05:00 · next try in 12 s" onTryNow={onTryNow} />,
  );
  const banner = page.getByRole('status');
  await expect
    .element(banner.getByText('No connection since 05:00 · next try in 12 s'))
    .toBeVisible();
  await banner.getByRole('button', { name: 'Try now' }).click();
  expect(onTryNow).toHaveBeenCalledTimes(1);
  expect(await faults()).toEqual([]);
});

test.each([
  ['low', "The server's disk is almost full. Uploads are refused when less than 512 MB are free. "],
  ['full', "The server's disk is almost full. Uploads are refused. "],
] as const)(
  'a disk that is %s says what that means, and leads to the bundles',
  async (level, words) => {
    mountPage(<DiskNotice level={level} reserveBytes={512 * 1024 ** 2} />, '/dashboard');
    const banner = page.getByRole('status');
    await expect.element(banner).toHaveTextContent(`${words}Delete bundles to make room.`);
    await expect
      .element(banner.getByRole('link', { name: 'Delete bundles' }))
      .toHaveAttribute('href', '/zip-bundles');
    expect(await faults()).toEqual([]);
  },
);

test('a disk with room says nothing', async () => {
  mount(<DiskNotice level="ok" reserveBytes={1} />);
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});
