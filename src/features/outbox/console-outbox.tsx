import { usePendingAcknowledgements } from '../../client/acknowledgements.ts';
import { discardUpload, retryUpload, useOutbox } from '../../client/outbox.ts';
import { useLoadedInTime } from '../../ui/use-loaded.ts';
import { DropAnywhere } from './drop-anywhere.tsx';
import { useUploadNotices } from './use-upload-notices.ts';

const loadNotices = async () =>
  (await import('../incidents/acknowledgement-notices.tsx')).AcknowledgementNotices;
const loadButton = async () => (await import('./outbox-button.tsx')).OutboxButton;

/** The uploads of this device in the header, and what there is to say of what waits here on whatever screen. */
export function ConsoleOutbox() {
  const items = useOutbox();
  useUploadNotices(items);
  const hasPending = usePendingAcknowledgements().length > 0;
  const Notices = useLoadedInTime(loadNotices, hasPending);
  const Button = useLoadedInTime(loadButton, items.length > 0);
  return (
    <>
      <DropAnywhere />
      {Notices && hasPending ? <Notices /> : null}
      {Button && items.length > 0 ? (
        <Button
          rows={items}
          onRetry={(id) => retryUpload(id).catch(reportError)}
          onRemove={(id) => discardUpload(id).catch(reportError)}
        />
      ) : null}
    </>
  );
}
