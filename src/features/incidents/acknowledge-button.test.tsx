import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import { mount } from '../../ui/testing/mount.tsx';
import { AcknowledgeControls } from './acknowledge-button.tsx';

const calls = () => ({ onAcknowledge: vi.fn(), onRelease: vi.fn(), onTakeBack: vi.fn() });

function mountControls(incident = INCIDENT, more: { account?: string; isWaiting?: boolean } = {}) {
  const on = calls();
  mount(
    <AcknowledgeControls
      incident={incident}
      title="Archive is down"
      account="ada"
      isWaiting={false}
      busy={false}
      {...on}
      {...more}
    />,
  );
  return on;
}

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('takes an incident on with one press', async () => {
  const { onAcknowledge } = mountControls();
  await button('I am on it: Archive is down').click();
  expect(onAcknowledge.mock.calls).toEqual([['']]);
});

test('takes it on with a note', async () => {
  const { onAcknowledge } = mountControls();
  await button(/with a note/).click();
  await page.getByLabelText('Note (optional)').fill('cable is on its way');
  await button(/^I am on it$/).click();
  expect(onAcknowledge.mock.calls).toEqual([['cable is on its way']]);
});

test('gives back what is one’s own', async () => {
  const { onRelease } = mountControls(TAKEN);
  await button('Release: Archive is down').click();
  expect(onRelease).toHaveBeenCalledOnce();
});

test('asks before it takes over from somebody else', async () => {
  const { onAcknowledge } = mountControls(TAKEN, { account: 'ben' });
  await button('Take over from ada: Archive is down').click();
  await expect.element(page.getByText(/^ada is on it/)).toBeVisible();
  expect(onAcknowledge).not.toHaveBeenCalled();
  await button(/^Take over$/).click();
  expect(onAcknowledge.mock.calls).toEqual([['']]);
});

test('what waits for the server can be taken back', async () => {
  const { onTakeBack } = mountControls(INCIDENT, { isWaiting: true });
  await expect.element(page.getByRole('status')).toHaveTextContent('Waiting to be sent');
  await button('Take back: Archive is down').click();
  expect(onTakeBack).toHaveBeenCalledOnce();
});
