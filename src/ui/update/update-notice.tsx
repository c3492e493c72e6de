import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import { ReleaseNotes, type ReleaseNotesProps } from './release-notes.tsx';
import styles from './update.module.css';

interface UpdateNoticeProps extends ReleaseNotesProps {
  /** ready: it waits for a press; held: the other tabs have it, and this one follows when its work is done. */
  state: 'ready' | 'held';
  /** Why it cannot be now. */
  hindrance?: 'uploading' | 'writing' | 'loop' | undefined;
  busy: boolean;
  onUpdate: () => void;
  onLater: () => void;
}

const HINDRANCES = {
  uploading: 'An upload is under way or not sent yet: the update waits for it.',
  writing: 'It runs in your other tabs. This tab follows when what you are doing here is done.',
  loop: 'It did not start in this tab by itself.',
} as const;

/** The quiet word that there is a new version, over the screen and never in its way. */
export function UpdateNotice(props: UpdateNoticeProps) {
  const { state, hindrance, busy, releases, onUpdate, onLater } = props;
  return (
    <Notice
      tone="primary"
      action={
        <>
          <div className={styles.actions}>
            <Button size="s" kind="primary" busy={busy} onClick={onUpdate}>
              {state === 'held' ? 'Reload now' : 'Update now'}
            </Button>
            {state === 'held' ? null : (
              <Button size="s" onClick={onLater}>
                Later
              </Button>
            )}
          </div>
          <ReleaseNotes releases={releases} />
        </>
      }
    >
      <strong>A new version is ready.</strong> {hindrance ? HINDRANCES[hindrance] : null}
    </Notice>
  );
}
