import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { Button } from './button.tsx';
import { buttonLook } from './button-look.ts';
import { IconButton } from './icon-button.tsx';

test('is no submit button unless it says so', async () => {
  let submitted = 0;
  const onSubmit = () => {
    submitted += 1;
  };
  mount(
    <form onSubmit={onSubmit}>
      <Button>Cancel</Button>
    </form>,
  );
  await page.getByRole('button').click();
  expect(submitted).toBe(0);
});

test('while busy it takes no second press and says so', async () => {
  mount(<Button busy={true}>Send</Button>);
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-busy', 'true');
});

test('every kind is readable in both schemes, disabled ones and links too', async () => {
  mount(
    <>
      <Button kind="primary">Primary</Button>
      <Button>Quiet</Button>
      <Button kind="danger">Danger</Button>
      <Button disabled={true}>Disabled</Button>
      <a className={buttonLook('primary', 'l')} href="#somewhere">
        Get Started
      </a>
      <IconButton label="Close">×</IconButton>
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(await faults()).toEqual([]);
});
