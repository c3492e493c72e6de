import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../../tests/ui/mount.tsx';
import { StatusMark, statusWord } from './status-mark.tsx';

const STATUSES = ['connected', 'warning', 'error', 'maintenance', 'sleeping'];

test('each status has a shape and a word of its own; another server’s words read Unknown', async () => {
  mount(STATUSES.map((status) => <StatusMark key={status} status={status} word={true} />));
  for (const word of ['Connected', 'Slow', 'Down', 'Maintenance', 'Unknown']) {
    await expect.element(page.getByText(word)).toBeVisible();
  }
  const shapes = Array.from(document.querySelectorAll('path'), (path) => path.getAttribute('d'));
  expect(new Set(shapes).size).toBe(STATUSES.length);
  expect(await faults()).toEqual([]);
});

test('a status that is the name of something every object has is no known one', async () => {
  mount(<StatusMark status="constructor" />);
  await expect.element(page.getByText('Unknown')).toBeInTheDocument();
});

test('without its word it is still there for screen readers', async () => {
  mount(<StatusMark status="error" />);
  await expect.element(page.getByText('Down')).toBeInTheDocument();
});

test('a drill is down, and marked', async () => {
  mount(<StatusMark status="drill" word />);
  await expect.element(page.getByText('Down')).toBeVisible();
  await expect.element(page.getByText('DRILL')).toBeVisible();
  expect(statusWord('drill')).toBe('DRILL Down');
  expect(await faults()).toEqual([]);
});

test('claims no drill that nobody knows of any more', async () => {
  mount(<StatusMark status="drill" age="unknown" word />);
  await expect.element(page.getByText('Unknown')).toBeVisible();
  await expect.element(page.getByText('DRILL')).not.toBeInTheDocument();
});
