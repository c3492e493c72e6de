import { act, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { NewRowsButton } from './new-rows-button.tsx';
import { useHeldRows, useReading } from './use-table.ts';

const idOf = (row: string) => row.slice(0, 1);

function List({ rows, list = '' }: { rows: readonly string[]; list?: string }) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const isReading = useReading(box);
  const { shown, newCount, showNew } = useHeldRows(rows, idOf, isReading, list);
  return (
    <>
      <NewRowsButton count={newCount} names={{ one: 'row', many: 'rows' }} onShow={showNew} />
      <ul
        ref={setBox}
        aria-label={isReading ? 'Read' : 'Left'}
        style={{ height: 60, overflow: 'auto' }}
      >
        {shown.map((row) => (
          <li key={idOf(row)}>
            <button type="button" style={{ height: 40 }}>
              {row}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">Elsewhere</button>
    </>
  );
}

const texts = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

test('rows go where they belong while nobody reads', () => {
  const { draw } = mount(<List rows={['b', 'a']} />);
  draw(<List rows={['c', 'a', 'b']} />);
  expect(texts()).toEqual(['c', 'a', 'b']);
});

test('rows that come while one has the focus are held back until they are asked for', async () => {
  const { draw } = mount(<List rows={['b', 'a']} />);
  page.getByRole('button', { name: 'b', exact: true }).element().focus();
  await expect.poll(texts).toEqual(['b', 'a']);
  draw(<List rows={['d', 'a', 'c', 'b changed', '0 older']} />);
  await expect.poll(texts).toEqual(['b changed', 'a', '0 older']);
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: '2 new rows' }));
  await expect.poll(texts).toEqual(['d', 'a', 'c', 'b changed', '0 older']);
  await expect.element(page.getByRole('button', { name: /new rows$/ })).not.toBeInTheDocument();
});

test('they are shown when the reading ends, and another list is never held', async () => {
  const { draw } = mount(<List rows={['c', 'b', 'a']} />);
  const list = page.getByRole('list').element();
  list.scrollTop = 30;
  await expect.element(page.getByLabelText('Read')).toBeVisible();
  draw(<List rows={['d', 'c', 'b', 'a']} />);
  expect(texts()).toEqual(['c', 'b', 'a']);
  draw(<List rows={['e', 'd', 'c']} list="other" />);
  expect(texts()).toEqual(['e', 'd', 'c']);
  draw(<List rows={['f', 'e', 'd', 'c']} list="other" />);
  expect(texts()).toEqual(['e', 'd', 'c']);
  list.scrollTop = 0;
  await expect.poll(texts).toEqual(['f', 'e', 'd', 'c']);
});

test('who has left the focus in a list reads it for a minute after the last key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  mount(<List rows={['b', 'a']} />);
  const first = page.getByRole('button', { name: 'b', exact: true }).element();
  const list = () => page.getByRole('list').element().getAttribute('aria-label');
  act(() => first.focus());
  act(() => void vi.advanceTimersByTime(59_000));
  act(() => void first.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true })));
  act(() => void vi.advanceTimersByTime(59_000));
  expect(list()).toBe('Read');
  act(() => void vi.advanceTimersByTime(2000));
  expect(list()).toBe('Left');
  expect(document.activeElement).toBe(first);
});
