import { createRoot } from 'react-dom/client';
import { styleNonce } from '../../device/content-security.ts';
import { afterPaint } from '../../device/first-paint.ts';
import { answerOf, type Failure, type Outcome } from '../../shared/outcome.ts';
import { UiProvider } from '../../ui/theme/ui-provider.tsx';
import '../../ui/theme/late-styles.css';
import { ConfirmIdentity, type ConfirmWays } from './confirm-identity.tsx';

let asked: Promise<boolean> | undefined;

/**
 * A call was refused because its account proved too long ago who it is. Asks for it over whatever is open, which keeps
 * what was typed there, and makes the call again. Calls that are refused meanwhile wait for the same answer.
 *
 * @returns how the repeated call ended, or why there was none
 */
export async function stepUp(failure: Failure, again: () => Promise<Outcome>): Promise<Outcome> {
  const ways = answerOf(failure).confirm;
  if (typeof ways !== 'object' || ways === null) return failure;
  asked ??= ask(ways as ConfirmWays).finally(() => {
    asked = undefined;
  });
  return (await asked) ? again() : NOT_CONFIRMED;
}

const NOT_CONFIRMED: Failure = {
  ok: false,
  status: 403,
  text: JSON.stringify({ message: 'You did not confirm that it is you. Nothing was changed.' }),
  why: 'refused',
};

/** In a tree of its own: any screen, dialog or none may have made the call. */
function ask(ways: ConfirmWays): Promise<boolean> {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  return new Promise((resolve) => {
    const draw = (opened: boolean) =>
      root.render(
        <UiProvider styleNonce={styleNonce}>
          <ConfirmIdentity opened={opened} ways={ways} onEnd={end} onClosed={remove} />
        </UiProvider>,
      );
    function end(confirmed: boolean): void {
      draw(false);
      resolve(confirmed);
    }
    function remove(): void {
      root.unmount();
      box.remove();
    }
    // Mantine remembers where the focus was when a dialog opens, not when it is mounted open.
    draw(false);
    afterPaint(() => draw(true));
  });
}
