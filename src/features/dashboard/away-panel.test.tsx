import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MINUTE_MS } from '../../../contract/limits.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { AwayPanel } from './away-panel.tsx';

const row = (id: number) => ({ id, message: `event ${id}`, severity: 'success', createdAt: '' });

test('says what happened, what changed and that this is all', async () => {
  const dismiss = vi.fn();
  mount(
    <AwayPanel
      leftAt={0}
      backAt={5 * MINUTE_MS}
      rows={[7, 6, 5, 4, 3, 2, 1].map(row)}
      platforms={[{ name: 'Harbor', from: 'connected', to: 'error', since: MINUTE_MS }]}
      record={{ kind: 'complete' }}
      onDismiss={dismiss}
    />,
  );
  await expect
    .element(page.getByText(/^5 min: 7 events, 1 platform changed its state/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.element(page.getByText(/^Harbor: Connected .*Down since \d\d:\d\d$/)).toBeVisible();
  await expect.element(page.getByText('and 2 more in the activity')).toBeVisible();
  await expect.element(page.getByText(/The record is complete\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(dismiss).toHaveBeenCalledOnce();
  expect(await faults()).toEqual([]);
});

test('says for how long events are missing', async () => {
  const record = { kind: 'incomplete', until: 3 * MINUTE_MS } as const;
  mount(
    <AwayPanel
      leftAt={0}
      backAt={5 * MINUTE_MS}
      rows={[]}
      platforms={[]}
      record={record}
      onDismiss={vi.fn()}
    />,
  );
  await expect.element(page.getByText(/nothing is known of the first 3 min/)).toBeVisible();
});

test('each event and each platform has its mark', async () => {
  mount(
    <AwayPanel
      leftAt={0}
      backAt={5 * MINUTE_MS}
      rows={[2, 1].map(row)}
      platforms={[{ name: 'Harbor', from: 'connected', to: 'error' }]}
      record={{ kind: 'complete' }}
      onDismiss={vi.fn()}
    />,
  );
  await page.getByRole('button', { name: 'Show' }).click();
  const items = page.getByRole('listitem');
  await expect.element(items.first()).toHaveTextContent(/^Down/);
  expect(items.elements().every((item) => item.querySelector('svg, [role="img"]'))).toBe(true);
});

test('it lies over the page and moves nothing, and its entries lie below each other on a phone', async () => {
  await page.viewport(390, 844);
  const { box } = mount(
    <>
      <AwayPanel
        leftAt={0}
        backAt={5 * MINUTE_MS}
        rows={[2, 1].map((id) => ({ ...row(id), message: `${id} ${'a long event '.repeat(12)}` }))}
        platforms={[]}
        record={{ kind: 'complete' }}
        onDismiss={vi.fn()}
      />
      <p data-testid="read">What is being read</p>
    </>,
  );
  expect(page.getByTestId('read').element().getBoundingClientRect().top).toBeLessThan(40);
  await page.getByRole('button', { name: 'Show' }).click();
  const [first, second] = [...box.querySelectorAll('li')].map((one) => one.getBoundingClientRect());
  expect(first?.height).toBeGreaterThan(40);
  expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? 0);
});
