import { expect, test } from 'vitest';
import { keepTyped } from '../../src/typed.ts';

const FORM = '<form><input name="username"><input name="password"><button>Sign in</button></form>';

function place(): HTMLElement {
  document.body.innerHTML = `<div id="root">${FORM}</div>`;
  return document.body.firstElementChild as HTMLElement;
}

function inputIn(root: HTMLElement, name: string): HTMLInputElement {
  return root.querySelector(`input[name="${name}"]`) as HTMLInputElement;
}

test('what was typed, and where, is there in the page that takes the place of the first', () => {
  const root = place();
  const typed = keepTyped(root);
  inputIn(root, 'username').value = 'ada';
  inputIn(root, 'password').focus();
  root.innerHTML = FORM;
  typed.giveBack(root);
  expect(inputIn(root, 'username').value).toBe('ada');
  expect(document.activeElement).toBe(inputIn(root, 'password'));
});

test('a form that was sent too early is sent when there is somebody to send it, once', () => {
  const root = place();
  const typed = keepTyped(root);
  root.querySelector('form')?.requestSubmit();
  root.innerHTML = FORM;
  const sent: string[] = [];
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push('sent');
  });
  typed.giveBack(root);
  expect(sent).toEqual(['sent']);
});

test('nothing typed leaves the page as it is', () => {
  const root = place();
  const typed = keepTyped(root);
  root.innerHTML = FORM.replace('name="username"', 'name="username" value="kept"');
  typed.giveBack(root);
  expect(inputIn(root, 'username').value).toBe('kept');
  expect(document.activeElement).toBe(document.body);
});
