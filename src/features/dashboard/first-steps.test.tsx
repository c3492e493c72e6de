import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { stories } from './first-steps.stories.tsx';

const mountStory = (name: string) =>
  mountPage(
    <>
      {stories.stories[name]?.()}
      <p>The screen</p>
    </>,
  );
const steps = () => page.getByRole('listitem');
const texts = () =>
  steps()
    .elements()
    .map((step) => step.textContent);
const marks = () =>
  page
    .getByRole('img', { name: /Done|To do/ })
    .elements()
    .map((mark) => mark.ariaLabel);

const FIRST_TWO = [
  ['To do', 'Watch a platform of your ownNone is watched yet'],
  ['To do', 'Let somebody be alertedNobody would be now'],
];
const ALL_TO_DO = [...FIRST_TWO, ['To do', 'Invite a second personNobody else has an account']];

test.each([
  ['a new server', ALL_TO_DO],
  ['the second person has just come', []],
  ['an earlier server', ALL_TO_DO],
  ['an earlier server, at first', FIRST_TWO],
  [
    'one is left',
    [
      ['Done', 'Watch a platform of your ownWatched: 2'],
      ['Done', 'Let somebody be alertedChannels in rules: 1'],
      ['To do', 'Invite a second personNobody else has an account'],
    ],
  ],
  [
    'the same for an operator',
    [['To do', 'Nobody on the rota can be reachedNo device of theirs is on']],
  ],
  ['for a viewer', []],
  ['all done', []],
])('says what is there and what is left: %s', async (name, lines) => {
  mountStory(name);
  await expect.element(page.getByText('The screen')).toBeVisible();
  await expect.poll(() => marks()).toEqual(lines.map(([mark]) => mark));
  expect(texts()).toEqual(lines.map(([, text]) => text));
  expect(await faults(['region'])).toEqual([]);
});

test('each step leads to where it is done', async () => {
  const { path, search } = mountStory('a new server');
  await userEvent.click(page.getByRole('link', { name: 'Invite a second person' }));
  expect(path()).toBe('/people');
  await userEvent.click(page.getByRole('link', { name: 'Watch a platform of your own' }));
  expect([path(), search()]).toEqual(['/platforms', { new: '1' }]);
});

test('steps that are hidden on this device hide no trouble', async () => {
  onTestFinished(() => localStorage.clear());
  mountStory('a new server');
  await userEvent.click(page.getByRole('button', { name: 'Hide the first steps on this device' }));
  await expect.poll(texts).toEqual(['Let somebody be alertedNobody would be now']);
});
