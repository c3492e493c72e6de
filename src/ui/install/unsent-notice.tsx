import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';

interface UnsentNoticeProps {
  count: number;
  /** The browser was asked to keep them and did not promise it. */
  refused: boolean;
  onKeep: () => void;
}

/** Uploads wait on a device whose browser may clear them. */
export function UnsentNotice({ count, refused, onKeep }: UnsentNoticeProps) {
  const what = count === 1 ? '1 upload waits' : `${count} uploads wait`;
  return (
    <Notice
      tone="warn"
      action={
        refused ? undefined : (
          <Button size="s" onClick={onKeep}>
            Keep safely
          </Button>
        )
      }
    >
      <strong>{what} on this device for the server.</strong>{' '}
      {refused
        ? 'The browser does not promise to keep what waits: bring this device back to the server soon, and keep the original files.'
        : 'The browser may clear what waits when space is short.'}
    </Notice>
  );
}
