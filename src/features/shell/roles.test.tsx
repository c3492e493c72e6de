import { Button } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SessionInfo } from '../../../contract/shapes/account.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { Allowed } from '../../ui/allowed.tsx';
import { EnabledSwitch } from '../alerts/rules-panel.tsx';
import { Palette } from '../search/palette.tsx';
import { AccountMenu } from './account-menu.tsx';

/** What opens over a screen stands outside of its landmarks. */
const POPUP = ['region'];

const REASON = 'This needs the role operator; yours is viewer.';

function mountSync(session: Partial<SessionInfo>) {
  const onSync = vi.fn();
  mount(
    <AsRole session={session}>
      <Allowed call="sync">
        <Button aria-describedby="more" onClick={onSync}>
          Sync
        </Button>
      </Allowed>
      <span id="more">Contacts every platform.</span>
    </AsRole>,
  );
  return { onSync, button: page.getByRole('button', { name: 'Sync' }) };
}

test('what a role refuses is disabled, keeps the focus and says why by pointer, key and press', async () => {
  const { onSync, button } = mountSync(VIEWER);
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription(`Contacts every platform. ${REASON}`);
  const tooltip = page.getByRole('tooltip');
  await userEvent.hover(button);
  await expect.element(tooltip).toHaveTextContent(REASON);
  await userEvent.unhover(button);
  await expect.element(tooltip).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  await expect.element(tooltip).toHaveTextContent(REASON);
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await expect.element(tooltip).toHaveTextContent(REASON);
  expect(onSync).not.toHaveBeenCalled();
  expect(await faults(POPUP)).toEqual([]);
});

test('what a role allows, and what is not known, is as it was', async () => {
  const { onSync, button } = mountSync({ role: 'operator', refused: { people: 'admin' } });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await expect.element(button).toHaveAccessibleDescription('Contacts every platform.');
  await userEvent.click(button);
  expect(onSync).toHaveBeenCalledOnce();
});

test('without the second factor that a role demands everything waits for it', async () => {
  const { button } = mountSync({ role: 'admin', refused: {}, mustEnrol: true });
  await expect.element(button).toHaveAccessibleDescription(/set one up on your account page/);
});

test('a form is not sent by the Enter key either', async () => {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  mount(
    <AsRole session={VIEWER}>
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Allowed call="upload">
          <Button type="submit" disabled>
            Send
          </Button>
        </Allowed>
      </form>
    </AsRole>,
  );
  await userEvent.click(page.getByLabelText('Name'));
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a switch says it too, and stays as it is', async () => {
  const onChange = vi.fn();
  mount(
    <AsRole session={VIEWER}>
      <Allowed call="changeAlertChannel">
        <EnabledSwitch name="Hook" enabled onChange={onChange} />
      </Allowed>
    </AsRole>,
  );
  const input = page.getByRole('switch', { name: 'Hook is on' });
  await expect.element(input).toHaveAccessibleDescription(REASON);
  await page.getByText('On', { exact: true }).click({ force: true });
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(REASON);
  await expect.element(input).toBeChecked();
  expect(onChange).not.toHaveBeenCalled();
  expect(await faults(POPUP)).toEqual([]);
});

test('an entry of the palette that is refused can be found and read', async () => {
  const onChoose = vi.fn();
  const onClose = vi.fn();
  mount(
    <Palette
      groups={[
        {
          name: 'Actions',
          always: true,
          entries: [{ label: 'Sync Mesh', disabledReason: REASON, onChoose }],
        },
      ]}
      onClose={onClose}
    />,
  );
  const entry = page.getByRole('dialog').getByRole('button', { name: /^Sync Mesh/ });
  await expect.element(entry).toHaveTextContent(REASON);
  await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
  entry.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(onChoose).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  expect(await faults(POPUP)).toEqual([]);
});

const menuOf = async (session: Partial<SessionInfo>) => {
  mountPage(
    <AsRole session={session}>
      <AccountMenu account="bob" onSignOut={vi.fn()} />
    </AsRole>,
  );
  await userEvent.click(page.getByRole('button', { name: /Admin User/ }));
  return (name: string | RegExp) => page.getByRole('menu').getByRole('menuitem', { name });
};

test('the menu leads to the account and this device, and names the role', async () => {
  const item = await menuOf({ role: 'admin', refused: {} });
  await expect.element(item('Account')).toHaveAttribute('href', '/account');
  await expect.element(item('This device')).toHaveAttribute('href', '/?show=device');
  await expect
    .element(page.getByRole('button', { name: /Admin User/ }))
    .toHaveTextContent('bob · admin');
  expect(await faults(POPUP)).toEqual([]);
});

test('a server without roles has none of them', async () => {
  const item = await menuOf({});
  await expect.element(item('This device')).toBeVisible();
  await expect.element(item('Account')).not.toBeInTheDocument();
});
