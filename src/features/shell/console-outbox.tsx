import { usePendingAcknowledgements } from '../../console/acknowledgements.ts';
import { discardUpload, retryUpload, useOutbox } from '../../console/outbox.ts';
import { extra } from '../../ui/extra.tsx';
import { DropAnywhere } from '../bundles/drop-anywhere.tsx';
import { useUploadNotices } from '../bundles/use-upload-notices.ts';

const Notices = extra(
  async () => (await import('../incidents/acknowledgement-notices.tsx')).AcknowledgementNotices,
);
const Button = extra(async () => (await import('../bundles/outbox-button.tsx')).OutboxButton);

/** The uploads of this device in the header, and what there is to say of what waits here on whatever screen. */
export function ConsoleOutbox() {
  const items = useOutbox();
  useUploadNotices(items);
  const hasPending = usePendingAcknowledgements().length > 0;
  return (
    <>
      <DropAnywhere />
      {hasPending ? <Notices /> : null}
      {items.length > 0 ? (
        <Button
          rows={items}
          onRetry={(id) => retryUpload(id).catch(reportError)}
          onRemove={(id) => discardUpload(id).catch(reportError)}
        />
      ) : null}
    </>
  );
}
