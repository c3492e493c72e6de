import { useOutbox } from '../../console/outbox.ts';
import { extra } from '../../ui/extra.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';

const DeviceOutbox = extra(async () => (await import('./outbox-button.tsx')).DeviceOutbox);

/** The uploads of this device in the header, and what there is to say of them on whatever screen. */
export function DeviceUploads() {
  const items = useOutbox();
  return (
    <>
      <DropAnywhere />
      {items.length > 0 ? <DeviceOutbox items={items} /> : null}
    </>
  );
}
