import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { stories } from './problem-list.stories.tsx';

const mountStory = (name: string) => mountPage(stories.stories[name]?.());
const row = (name: string | RegExp) => page.getByRole('listitem', { name });
const names = () =>
  page
    .getByRole('list', { name: 'Problems' })
    .getByRole('listitem')
    .elements()
    .map((one) => one.getAttribute('aria-label'));

test('nobody, waits, taken; down before drills and slow; the longest first; then people’s, then one line for maintenance', async () => {
  await page.viewport(1280, 900);
  mountStory('every state');
  await expect.element(row('Archive is down')).toBeVisible();
  expect(names()).toEqual([
    'Mail relay Berlin is down',
    'Kundendatenbank Rechenzentrum Nord 12 is down',
    'Search Hamburg 2 is down',
    'DRILL: Harbor is down',
    'Ledger is slow',
    'Telemetry Köln is down',
    'Beacon Wien 2 is down',
    'Fleet Zürich is down',
    'Archive is down',
    'Edge cache Oslo is down',
    'Payments fail: Forge, Harbor',
    'Maintenance',
  ]);
  await expect
    .element(row('Maintenance'))
    .toHaveTextContent(/Harbor until .*, planned by dana: New disks/);
  expect(await faults(['region'])).toEqual([]);
});

test('what is down because of another stands under it, without owner or button', async () => {
  await page.viewport(1280, 900);
  mountStory('because of another');
  const because = row('Because of it');
  await expect.element(because).toHaveTextContent('because of it: Shop, Wiki, Ledger');
  expect(names()).toEqual([
    'Gateway is down',
    'Because of it',
    'Mail relay Berlin is down',
    'Maintenance',
  ]);
  await expect.element(because.getByRole('link', { name: 'Shop' })).toBeVisible();
  await expect.element(because.getByRole('button')).not.toBeInTheDocument();
  expect(await faults(['region'])).toEqual([]);
});

test.each([
  ['Mail relay Berlin', /503 instead of 200-299.*12 min.*Nobody is on it/, 'I am on it', 'filled'],
  ['Telemetry Köln', /no answer21 min ?waits for viktor 2 min/, 'I am on it', 'default'],
  ['Beacon Wien 2', /offered by bo.*waits for you 2 min/, 'Accept', 'filled'],
  ['Fleet Zürich', /offered by you.*waits for viktor/, 'Take back', 'default'],
  ['Archive', /no answer1 h 35V?viktor is on it/, 'Take over', 'default'],
  ['Edge cache Oslo', /The provider works on it.*You are on it/, 'Add note', 'default'],
  ['Search Hamburg 2', /Waiting to be sent/, 'Take back', 'default'],
  ['Ledger', /answers in 413 ms.*Nobody is on it/, 'I am on it', 'filled'],
])('%s says who has it, and what is next', async (name, text, button, variant) => {
  await page.viewport(1280, 900);
  mountStory('every state');
  const found = row(new RegExp(`${name} is`));
  await expect.element(found).toHaveTextContent(text);
  const next = found.getByRole('button', { name: new RegExp(`^${button}`) });
  await expect.element(next).toHaveTextContent(button);
  await expect.element(next).toHaveAttribute('data-variant', variant);
});

test('a viewer gets neither buttons nor menus', async () => {
  mountStory('as a viewer');
  await expect.element(row('Archive is down')).toHaveTextContent('viktor is on it');
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('the menu has what this role may do, and leads to maintenance of the platform', async () => {
  const place = mountStory('every state');
  await page.getByRole('button', { name: 'More: Archive is down' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Note' })).toBeVisible();
  const items = page.getByRole('menuitem').elements();
  expect(items.map((one) => one.textContent)).toEqual(['Note', 'Hand over', 'Maintenance', 'Open']);
  await page.getByRole('menuitem', { name: 'Maintenance' }).click();
  expect(place.path()).toBe('/maintenance');
  expect(place.search()).toEqual({ new: '1', platform: 'p55' });
});

test('claims nothing that is not known any more', async () => {
  mountStory('last known');
  const found = row('Archive was down');
  await expect.element(found).toHaveTextContent(/Unknown.*was down · no answer/);
  await expect.element(found).toHaveAttribute('data-status', 'unknown');
});

test('of very many the first rows stand there', async () => {
  mountStory('very many');
  await expect.element(page.getByText('12 of 30 problems')).toBeVisible();
  await page.getByRole('button', { name: 'Show 18 more' }).click();
  await expect.element(row('Platform 0 is down')).toBeInTheDocument();
});

test.each([390, 820, 1280])('at %i px nothing is cut or lies on another', async (width) => {
  await page.viewport(width, 1200);
  mountStory('every state');
  await expect.element(row('Archive is down').getByRole('button').first()).toBeVisible();
  for (const one of row(/ is /).elements()) {
    const cells = [...one.querySelectorAll('time, button, [class*="name"], [class*="owner"]')];
    const boxes = cells.map((cell) => cell.getBoundingClientRect()).filter((box) => box.width > 0);
    for (const [at, box] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        expect(
          box.right <= other.left + 1 ||
            other.right <= box.left + 1 ||
            box.bottom <= other.top + 1 ||
            other.bottom <= box.top + 1,
          one.textContent ?? '',
        ).toBe(true);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
