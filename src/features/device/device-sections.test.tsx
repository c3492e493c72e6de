import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { InstallationView } from './installation-section.tsx';
import { SecureContextView } from './secure-context-section.tsx';
import { StorageView } from './storage-section.tsx';

const FACTS = { usage: 3 * 1024 ** 2, quota: 1024 ** 3, persisted: false };

test('an offer is one press away', async () => {
  const onInstall = vi.fn();
  mount(<InstallationView product="Sample" state="offered" onInstall={onInstall} />);
  await userEvent.click(page.getByRole('button', { name: 'Install' }));
  expect(onInstall).toHaveBeenCalledTimes(1);
  expect(await faults()).toEqual([]);
});

test.each([
  ['installed', 'Sample is installed on this device.'],
  ['by-hand', 'Choose Add to Home Screen, and then Add.'],
  ['insecure', 'Needs HTTPS: see Secure context.'],
] as const)('%s is shown without a button', async (state, text) => {
  mount(<InstallationView product="Sample" state={state} onInstall={vi.fn()} />);
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('storage shows what is used, what waits and that it may be cleared', async () => {
  const onKeep = vi.fn();
  mount(<StorageView info={FACTS} where="disk" unsent={2} refused onProtect={onKeep} />);
  await expect.element(page.getByText('3.0 of 1,024 MB')).toBeVisible();
  await expect.element(page.getByText(/Waiting uploads are lost/)).toBeVisible();
  await expect.element(page.getByText(/does not protect it yet/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Protect storage' }));
  expect(onKeep).toHaveBeenCalledTimes(1);
  expect(await faults()).toEqual([]);
});

test('protected storage needs no button', async () => {
  const facts = { ...FACTS, persisted: true };
  mount(<StorageView info={facts} where="disk" unsent={0} refused={false} onProtect={vi.fn()} />);
  await expect.element(page.getByText('Protected')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('an insecure page names what is off', async () => {
  mount(<SecureContextView lost={['install', 'awake']} guide="How it is fixed" />);
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  await expect.element(page.getByText('How it is fixed')).toBeVisible();
  expect(await faults()).toEqual([]);
});
