import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { watchWriting } from '../../src/device/updates/updates.ts';
import { mount } from '../ui/mount.tsx';

/** What a page may not be loaded anew over. */

const over = new AbortController();
beforeEach(() => {
  mount(
    <form>
      <input aria-label="Peer" defaultValue="forge.mesh.example" />
      <textarea aria-label="Note" />
    </form>,
  );
});
const field = (name: string) => {
  const found = document.querySelector(`[aria-label=${name}]`);
  if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement))
    throw new Error(`no field ${name}`);
  return found;
};

test('a form as it began is no work', () => {
  expect(watchWriting(over.signal)()).toBe(false);
});

test.each(['Peer', 'Note'])(
  'text typed into %s after the watch began is, until it is empty again',
  async (name) => {
    const isWriting = watchWriting(over.signal);
    await userEvent.type(field(name), 'x');
    expect(isWriting()).toBe(true);
    await userEvent.clear(field(name));
    expect(isWriting()).toBe(false);
  },
);

test.each(['Peer', 'Note'])('text that was put into %s before the watch began is, too', (name) => {
  field(name).value = 'typed while the page was loading';
  expect(watchWriting(over.signal)()).toBe(true);
});

test('text of a form that is gone is not', () => {
  field('Note').value = 'typed while the page was loading';
  const isWriting = watchWriting(over.signal);
  field('Note').remove();
  expect(isWriting()).toBe(false);
});
