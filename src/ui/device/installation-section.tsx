import { Button } from '../button/button.tsx';
import { DeviceActions, DeviceSection, DeviceText } from './device-dialog.tsx';
import styles from './device-lists.module.css';

interface InstallationSectionProps {
  product: string;
  state: 'installed' | 'offered' | 'by-hand' | 'insecure' | 'none';
  onInstall: () => void;
}

/** Whether this is an app, and the way to one. */
export function InstallationSection({ product, state, onInstall }: InstallationSectionProps) {
  return (
    <DeviceSection title="Installation">
      {state === 'by-hand' ? <ByHand product={product} /> : null}
      {state === 'by-hand' ? null : <DeviceText>{TEXTS[state](product)}</DeviceText>}
      {state === 'offered' ? (
        <DeviceActions>
          <Button kind="primary" onClick={onInstall}>
            Install
          </Button>
        </DeviceActions>
      ) : null}
    </DeviceSection>
  );
}

const TEXTS = {
  installed: (product: string) => `${product} is installed on this device.`,
  offered: (product: string) =>
    `${product} can be an app on this device: with a window and an icon of its own, and data that is kept more safely.`,
  insecure: () => 'Not without HTTPS: see Secure context.',
  none: (product: string) =>
    `This browser offers nothing here: it installs no apps, or has ${product} already. Chrome and Edge show a mark in the address bar when they can.`,
} as const;

/** Where only the browser's own menu does it. */
function ByHand({ product }: { product: string }) {
  return (
    <>
      <DeviceText>This browser installs from its own menu:</DeviceText>
      <ol className={styles.steps}>
        <li>Tap Share, the square with an arrow, beside the address.</li>
        <li>Choose Add to Home Screen, and then Add.</li>
        <li>
          Open {product} from the home screen and sign in there once: the app has cookies of its
          own.
        </li>
      </ol>
    </>
  );
}
