import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { InstallationSection } from './installation-section.tsx';
import { SecureContextSection } from './secure-context-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { TlsGuide } from './tls-guide.tsx';

const FACTS = { usage: 3 * 1024 ** 2, quota: 1024 ** 3, persisted: false };

test('an offer is one press away', async () => {
  const onInstall = vi.fn();
  mount(<InstallationSection product="Sample" state="offered" onInstall={onInstall} />);
  await userEvent.click(page.getByRole('button', { name: 'Install' }));
  expect(onInstall).toHaveBeenCalledTimes(1);
  expect(await faults()).toEqual([]);
});

test.each([
  ['installed', 'Sample is installed on this device.'],
  ['by-hand', 'Choose Add to Home Screen, and then Add.'],
  ['insecure', 'Not without HTTPS: see Secure context.'],
] as const)('%s is said without a button', async (state, text) => {
  mount(<InstallationSection product="Sample" state={state} onInstall={vi.fn()} />);
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('storage tells what is used, what waits and that it may be cleared', async () => {
  const onKeep = vi.fn();
  mount(<StorageSection facts={FACTS} where="disk" unsent={2} refused onKeep={onKeep} />);
  await expect.element(page.getByText('3.0 of 1,024 MB')).toBeVisible();
  await expect.element(page.getByText(/What waits here is lost/)).toBeVisible();
  await expect.element(page.getByText(/does not promise it yet/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Ask the browser to keep it' }));
  expect(onKeep).toHaveBeenCalledTimes(1);
  expect(await faults()).toEqual([]);
});

test('what is kept for good needs no question', async () => {
  const facts = { ...FACTS, persisted: true };
  mount(<StorageSection facts={facts} where="disk" unsent={0} refused={false} onKeep={vi.fn()} />);
  await expect.element(page.getByText('Until you remove it')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('an insecure page names what is off, and the guide how it is mended', async () => {
  mount(<SecureContextSection lost={['install', 'awake']} guide={<TlsGuide />} />);
  expect(page.getByRole('listitem').elements().length).toBeGreaterThan(2);
  await expect.element(page.getByText('A private authority')).toBeVisible();
  await expect.element(page.getByText(/reverse_proxy 127/).first()).toBeVisible();
  expect(await faults()).toEqual([]);
});
