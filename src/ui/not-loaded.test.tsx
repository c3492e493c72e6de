import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../tests/ui/mount.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { untilLoaded, useLoading } from './use-loaded.ts';

test('a part that cannot be loaded says so in its place, the screen stays, and a press loads it', async () => {
  let fails = true;
  const load = async () => {
    if (fails) throw new RangeError('Incorrect locale information provided');
    return () => <p>The part</p>;
  };
  function Screen() {
    const { component: Part, ...loading } = useLoading(load);
    return (
      <>
        <p>The screen</p>
        {Part ? <Part /> : <NotLoaded {...loading}>Loading</NotLoaded>}
      </>
    );
  }
  mount(<Screen />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('This part could not be loaded.');
  await expect.element(page.getByText('The screen')).toBeVisible();
  expect(await faults()).toEqual([]);
  fails = false;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('The part')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('what a page needs for months is tried again until it is there', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn(async () => 'updates').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loaded = untilLoaded(load, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(4999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('updates');
});
