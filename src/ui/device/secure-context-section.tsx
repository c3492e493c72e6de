import type { ReactNode } from 'react';
import { DeviceSection, DeviceText } from './device-dialog.tsx';
import styles from './device-lists.module.css';

export type LostFeatureName =
  | 'install'
  | 'offline'
  | 'notifications'
  | 'awake'
  | 'one-link'
  | 'kept-data';

const LOST: Readonly<Record<LostFeatureName, readonly [string, string]>> = {
  install: ['Installing', 'the console stays a tab of the browser.'],
  offline: ['Starting without the server', 'last-known data is shown while this page stays open.'],
  notifications: ['Notifications', 'this device is not told while the console is closed.'],
  awake: ['Keeping the screen awake', 'set the device itself not to sleep.'],
  'one-link': ['One link for all tabs', 'each tab has a connection of its own.'],
  'kept-data': ['The promise to keep data', 'the browser may clear what waits here.'],
};

interface SecureContextSectionProps {
  /** What the browser has switched off; nothing in a secure context. */
  lost: readonly LostFeatureName[];
  /** How it is mended, in full. */
  guide: ReactNode;
}

/** Whether the page came over HTTPS, and what that means here. */
export function SecureContextSection({ lost, guide }: SecureContextSectionProps) {
  if (lost.length === 0) {
    return (
      <DeviceSection title="Secure context">
        <DeviceText>
          The page came over HTTPS, or from this device: the browser holds nothing back.
        </DeviceText>
      </DeviceSection>
    );
  }
  return (
    <DeviceSection title="Secure context">
      <DeviceText>
        The page came over plain HTTP, where anybody on the way can read and change it. The browser
        therefore switches off:
      </DeviceText>
      <ul className={styles.points}>
        {lost.map((feature) => (
          <li key={feature}>
            <b>{LOST[feature][0]}</b>: {LOST[feature][1]}
          </li>
        ))}
      </ul>
      <DeviceText>
        Signing in, live data and uploads work as ever. To have the rest, serve the console over
        HTTPS.
      </DeviceText>
      {guide}
    </DeviceSection>
  );
}
