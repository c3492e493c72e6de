import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../testing/mount.tsx';
import { Age } from './age.tsx';

const AT = Date.parse('2026-11-20T12:00:00Z');

test('the exact time is told to who points at an age', async () => {
  mount(<Age at={AT} now={AT + 60_000} />);
  const age = page.getByText('1 min ago');
  expect(age.element().hasAttribute('title')).toBe(false);
  await userEvent.hover(age);
  await expect.element(age).toHaveAttribute('title', expect.stringContaining('2026'));
});
