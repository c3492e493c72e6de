import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../ui/mount.tsx';
import { Frame, Gallery, Stories, storySets } from './gallery.tsx';

/** Many stories on one page repeat what a page has once. */
const OF_WHOLE_PAGES = [
  'landmark-unique',
  'landmark-no-duplicate-main',
  'region',
  'aria-dialog-name',
];

/** Renders the element until the test ends. @returns errors and warnings that the console got meanwhile */
function draw(element: ReactNode): { consoleErrors: string[]; box: HTMLElement } {
  const consoleErrors: string[] = [];
  const take = (...said: unknown[]) => consoleErrors.push(said.map(String).join(' '));
  const spies = [
    vi.spyOn(console, 'error').mockImplementation(take),
    vi.spyOn(console, 'warn').mockImplementation(take),
  ];
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  root.render(
    <Frame>
      {element}
      <hr hidden />
    </Frame>,
  );
  onTestFinished(() => {
    root.unmount();
    box.remove();
    for (const spy of spies) spy.mockRestore();
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
  return { consoleErrors, box };
}

const together = storySets.filter((set) => !set.alone);
const alone = storySets
  .filter((set) => set.alone)
  .flatMap((set) =>
    Object.entries(set.stories).map(([name, story]) => ({ title: set.title, name, story })),
  );

test('the gallery leads to every component', async () => {
  draw(<Gallery />);
  const nav = page.getByRole('navigation', { name: 'Components' });
  for (const { title } of storySets)
    await expect.element(nav.getByRole('button', { name: title, exact: true })).toBeVisible();
});

/** Of hundreds of rows every colour is judged, twice, on a machine that may have other work. */
const SET_MS = 60_000;

test.each(together)('$title is drawn in every state', { timeout: SET_MS }, async (set) => {
  await page.viewport(1000, 900);
  const { consoleErrors, box } = draw(
    <main>
      <Stories set={set} />
    </main>,
  );
  await expect.poll(() => box.querySelectorAll('section[aria-label]').length).toBeGreaterThan(0);
  expect(await faults(OF_WHOLE_PAGES)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await page.viewport(360, 740);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test.each(alone)('$title: $name is drawn', async ({ story }) => {
  await page.viewport(360, 740);
  const { consoleErrors, box } = draw(story());
  // Some draw nothing in a state.
  await expect.poll(() => box.querySelector('hr[hidden]')).toBeTruthy();
  expect(await faults(OF_WHOLE_PAGES)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
