import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BrokenPage } from '../../src/routes/-broken-page.tsx';

/** What stands in for a screen that threw or whose code did not arrive. */

const server = vi.hoisted(() => ({ askServer: vi.fn() }));
const whole = vi.hoisted(() => ({ reloadWhole: vi.fn() }));
const updates = vi.hoisted(() => ({ isAtWork: vi.fn() }));
vi.mock('../../src/link/updates/server-page.ts', () => server);
vi.mock('../../src/link/updates/whole-page.ts', () => whole);
vi.mock('../../src/link/updates/updates.ts', () => updates);
beforeEach(() => {
  server.askServer.mockReset().mockResolvedValue('same');
  whole.reloadWhole.mockReset();
  updates.isAtWork.mockReset().mockReturnValue(true);
  sessionStorage.clear();
});

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
const reloads = () => whole.reloadWhole.mock.calls.length;
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
  ['unreachable', 'is not whole on this device', 'Try again'],
])(
  'a part that did not arrive, the server %s: why, and the whole page anew',
  async (found, why, button) => {
    server.askServer.mockResolvedValue(found);
    const { reset } = draw(NOT_ARRIVED);
    await expect.element(page.getByText(why)).toBeVisible();
    await press(button);
    await expect.poll(() => whole.reloadWhole.mock.calls.length).toBe(1);
    expect(reset).not.toHaveBeenCalled();
  },
);

test('what is thrown without being an error is said as well', async () => {
  draw('Unable to preload CSS for /assets/a.css');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Unable to preload CSS');
  expect(server.askServer).toHaveBeenCalledTimes(1);
});

test.each([
  ['no program', new SyntaxError('Unexpected end of input')],
  ['a part without what is asked of it', new SyntaxError("does not provide an export named 'a'")],
  ['nothing', new Error('Minified React error #130; visit https://react.dev/errors/130')],
  ['nothing, opened late', new Error('Minified React error #306; visit https://react.dev/errors')],
])('a part that is %s is loaded again with the page, by itself and once', async (_what, error) => {
  updates.isAtWork.mockReturnValue(false);
  draw(error);
  await expect.poll(reloads).toBe(1);
  draw(error);
  await expect.element(page.getByText('did not arrive whole')).toBeVisible();
  expect(reloads()).toBe(1);
});

test('a page in which somebody is at work is not loaded again by itself', async () => {
  draw(NOT_ARRIVED);
  await expect.element(page.getByText('did not arrive whole')).toBeVisible();
  expect([updates.isAtWork.mock.calls.length, reloads()]).toEqual([1, 0]);
});

test('data that is no JSON is no part of the program', async () => {
  const { reset } = draw(new SyntaxError('Unexpected token < in JSON at position 0'));
  await press('Try again');
  expect([reset.mock.calls.length, server.askServer.mock.calls.length]).toEqual([1, 0]);
});

test('whatever it was, the repair page is one press away', async () => {
  draw(new Error('no such thing'));
  const repair = page.getByRole('link', { name: 'Repair' });
  await expect.element(repair).toHaveAttribute('href', '/repair.html');
});
