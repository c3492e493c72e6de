import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { DISK } from '../../../tests/ui/samples.ts';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { DisconnectedBanner } from './console-notices.tsx';
import { DiskNotice } from './late-notices.tsx';

const MESH = '5 of 6 platforms reachable.';

test.each([
  ['connecting', 'Connecting', '12 s'],
  ['live', 'Live', '12 s ago'],
  ['silent', 'Silent', '12 s'],
  ['disconnected', 'Disconnected', '12 s'],
  ['refused', 'Signed out', '12 s'],
  ['offline', 'Offline', '12 s'],
] as const)('%s reads "%s %s"', async (label, word, age) => {
  await page.viewport(1024, 768);
  mount(<ConnectionIndicator label={label} age={age} mesh={MESH} />);
  const button = page.getByRole('button', { name: /^Connection to the server: / });
  await expect.element(button).toBeVisible();
  expect(button.element().textContent?.replace(/\s/g, '')).toContain(
    `${word}${age}`.replace(/\s/g, ''),
  );
  expect(await faults()).toEqual([]);
});

test('says why the server serves nobody', async () => {
  const reason = 'The database cannot be reached.';
  mount(<ConnectionIndicator label="disconnected" age="0 s" mesh={MESH} reason={reason} />);
  await page.getByRole('button').click();
  await expect.element(page.getByText(`Disconnected. ${reason}`)).toBeVisible();
});

test('names the two connections apart', async () => {
  mount(<ConnectionIndicator label="silent" age="" mesh={MESH} />);
  await page.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('This screen to the server')).toBeVisible();
  await expect.element(dialog.getByText(/has not answered for too long/)).toBeVisible();
  await expect.element(dialog.getByText(MESH)).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('on a phone the light keeps its words for screen readers', async () => {
  await page.viewport(360, 740);
  mount(<ConnectionIndicator label="offline" age="0 s" mesh={MESH} />);
  const button = page.getByRole('button', { name: /Offline/ });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().width).toBeLessThan(60);
});

test('the banner says since when, when it tries next, and tries at once', async () => {
  const onTryNow = vi.fn();
  mount(
    <DisconnectedBanner text="No connection since 05:00 · next try in 12 s" onTryNow={onTryNow} />,
  );
  const banner = page.getByRole('group');
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
    mountPage(
      <main>
        <DiskNotice {...DISK} level={level} />
      </main>,
      '/dashboard',
    );
    const banner = page.getByRole('group');
    await expect.element(banner).toHaveTextContent(`${words}Delete bundles to make room.`);
    await expect
      .element(banner.getByRole('link', { name: 'Delete bundles' }))
      .toHaveAttribute('href', '/zip-bundles');
    expect(await faults()).toEqual([]);
  },
);
