import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BrokenPage } from '../../src/routes/-broken-page.tsx';

/** What stands in for a screen that threw or whose code did not arrive. */

const server = vi.hoisted(() => ({ askServer: vi.fn(), reloadWhole: vi.fn() }));
vi.mock('../../src/link/updates/server-page.ts', () => server);
beforeEach(() => void [server.askServer, server.reloadWhole].map((one) => one.mockReset()));

function draw(error: unknown) {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  const reset = vi.fn();
  root.render(<BrokenPage error={error as Error} reset={reset} />);
  onTestFinished(() => {
    root.unmount();
    box.remove();
  });
  return { reset };
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
const NOT_ARRIVED = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

test('a screen that threw is said in its words and tried again, without asking the server', async () => {
  const { reset } = draw(new Error('no such thing'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('no such thing');
  await expect.element(page.getByText(/Nothing was lost on the server/)).toBeVisible();
  await press('Try again');
  expect([reset.mock.calls.length, server.askServer.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['same', 'did not arrive whole', 'Reload'],
  ['another', 'has a new version', 'Reload'],
  ['unreachable', 'is not on this device yet', 'Try again'],
])(
  'a part that did not arrive, the server %s: why, and the whole page anew',
  async (found, why, button) => {
    server.askServer.mockResolvedValue(found);
    const { reset } = draw(NOT_ARRIVED);
    await expect.element(page.getByText(why)).toBeVisible();
    await press(button);
    await expect.poll(() => server.reloadWhole.mock.calls.length).toBe(1);
    expect(reset).not.toHaveBeenCalled();
  },
);

test('what is thrown without being an error is said as well', async () => {
  draw('Unable to preload CSS for /assets/a.css');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Unable to preload CSS');
  expect(server.askServer).toHaveBeenCalledTimes(1);
});
