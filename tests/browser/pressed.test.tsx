import { expect, test } from 'vitest';
import { afterPaint } from '../../src/after-paint.ts';
import { pressAgain } from '../../src/pressed.ts';

const ROWS =
  '<tr data-row="1"><td><button>Deploy</button></td></tr><tr data-row="2"><td><button>Deploy</button></td></tr>';
const PAGE = `<button aria-label="Search">S</button><button>Sync</button><table>${ROWS}</table>`;

function drawn(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

/** @returns which of the next page's buttons was pressed, by its place */
async function pressedIn(html: string, first: string): Promise<number[]> {
  window.pressed = drawn(PAGE).querySelector<HTMLButtonElement>(first) ?? undefined;
  const next = drawn(html);
  const presses: number[] = [];
  [...next.querySelectorAll('button')].forEach((button, place) => {
    button.addEventListener('click', () => presses.push(place));
  });
  pressAgain(next);
  await new Promise<void>((painted) => afterPaint(painted));
  expect(window.pressed).toBeUndefined();
  return presses;
}

test('a button is pressed again by its words, once', async () => {
  expect(await pressedIn(PAGE, 'button[aria-label]')).toEqual([0]);
  expect(await pressedIn(PAGE, 'button:nth-of-type(2)')).toEqual([1]);
});

test('of rows it is the one of the same row, wherever that stands now', async () => {
  expect(await pressedIn(PAGE, '[data-row="2"] button')).toEqual([3]);
  const newer = PAGE.replace('<tr', '<tr data-row="3"><td><button>Deploy</button></td></tr><tr');
  expect(await pressedIn(newer, '[data-row="1"] button')).toEqual([3]);
});

test('a button that is not there any more is not pressed, nor is another', async () => {
  expect(
    await pressedIn(PAGE.replaceAll('data-row="1"', 'data-row="9"'), '[data-row="1"] button'),
  ).toEqual([]);
  expect(await pressedIn('<button>Sign in</button>', 'button:nth-of-type(2)')).toEqual([]);
});

test('nothing pressed, nothing done', async () => {
  expect(await pressedIn(PAGE, 'button.none')).toEqual([]);
});
