import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import styles from './install.module.css';

interface InstallNoticeProps {
  product: string;
  /** by-hand: the browser has no question to ask, only a menu of its own. */
  way: 'offered' | 'by-hand';
  onInstall: () => void;
  /** How it is done by hand. */
  onHow: () => void;
  onDismiss: () => void;
}

/** The one offer to make the console an app of this device. */
export function InstallNotice({ product, way, onInstall, onHow, onDismiss }: InstallNoticeProps) {
  return (
    <Notice
      tone="neutral"
      action={
        <span className={styles.actions}>
          {way === 'offered' ? (
            <Button size="s" kind="primary" onClick={onInstall}>
              Install
            </Button>
          ) : (
            <Button size="s" kind="primary" onClick={onHow}>
              Show how
            </Button>
          )}
          <Button size="s" onClick={onDismiss}>
            Not now
          </Button>
        </span>
      }
    >
      <strong>{product} can be an app on this device.</strong> It opens in a window of its own, and
      its data is kept more safely.
    </Notice>
  );
}
