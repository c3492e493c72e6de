import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { faults } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { activities, CONNECTIONS, meshHistory, NOW, READINGS } from '../../ui/testing/samples.ts';
import { PlatformDetails } from './platform-details.tsx';

type Props = Parameters<typeof PlatformDetails>[0];

const [, , , , ARCHIVE] = CONNECTIONS as readonly [
  Connection,
  Connection,
  Connection,
  Connection,
  Connection,
];

const command = () => ({ pending: false, run: vi.fn() });

function draw(more: Partial<Props> = {}) {
  return mountPage(
    <main>
      <PlatformDetails
        connection={ARCHIVE}
        read={READINGS.fresh}
        history={{ ...READINGS.fresh, data: meshHistory(CONNECTIONS) }}
        range="1h"
        onRange={vi.fn()}
        events={{ rows: activities(20), state: 'more' }}
        reconnect={command()}
        acknowledgeKey={command()}
        now={NOW}
        {...more}
      />
    </main>,
  );
}

test('a platform that is down has since when, why, and no latency', async () => {
  draw();
  await expect.element(page.getByText('Down', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/\(55 min\)/)).toBeVisible();
  await expect.element(page.getByText('does not answer')).toBeVisible();
  const latency = page.getByText('Latency', { exact: true }).element().parentElement;
  expect(latency?.textContent).toBe('Latency—');
});

test('its past is bars and a chart, each with a text for those who do not see it', async () => {
  draw();
  await expect
    .element(page.getByRole('img', { name: /^Archive, last hour: .*not measured 2 min/ }))
    .toBeVisible();
  await expect
    .element(page.getByRole('img', { name: /^Latency of Archive, last hour: median 26 ms/ }))
    .toBeVisible();
  expect(await faults()).toEqual([]);
});

test('its newest events lead to all of them, and its address to a proof', async () => {
  draw();
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(8);
  const all = page.getByRole('link', { name: 'All events of Archive' });
  await expect.element(all).toHaveAttribute('href', '/logs?platform=archive');
  const prove = page.getByRole('link', { name: 'Prove Archive' });
  await expect
    .element(prove)
    .toHaveAttribute('href', '/admin/route66-proof?peer=archive.mesh.example');
});

test('shows a new key, which can be acknowledged', async () => {
  const acknowledgeKey = command();
  const keyChange = { from: 'old-thumbprint', to: 'new-thumbprint', at: NOW };
  draw({ connection: { ...ARCHIVE, keyChange }, acknowledgeKey });
  await expect.element(page.getByText('Archive signs with a new key')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Acknowledge the new key' }));
  expect(acknowledgeKey.run).toHaveBeenCalledOnce();
});

test('every platform can be probed now', async () => {
  const reconnect = command();
  draw({ reconnect });
  await userEvent.click(page.getByRole('button', { name: 'Probe all platforms now' }));
  expect(reconnect.run).toHaveBeenCalledOnce();
});

test('a server without history has no bars, and one not read yet says so', async () => {
  draw({ history: null, events: { rows: [], state: 'all' } });
  await expect.element(page.getByText('No events.')).toBeVisible();
  await expect.element(page.getByText('Availability')).not.toBeInTheDocument();
});
