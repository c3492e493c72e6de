import { discardUpload, retryUpload, useOutbox } from '../../console/outbox.ts';
import { extra } from '../../ui/extra.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { useUploadNotices } from './use-upload-notices.ts';

const Button = extra(async () => (await import('./outbox-button.tsx')).OutboxButton);

/** The uploads of this device in the header, and what there is to say of them on whatever screen. */
export function DeviceUploads() {
  const items = useOutbox();
  useUploadNotices(items);
  return (
    <>
      <DropAnywhere />
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
