import { useStorageState } from '../../link/link-state.ts';
import { useOutbox } from '../../link/outbox.ts';
import { StorageSection } from '../../ui/device/storage-section.tsx';
import { useKeptStorage } from './-use-kept-storage.ts';

/** What this browser keeps of the console. */
export function StorageOfDevice({ opened }: { opened: boolean }) {
  const where = useStorageState();
  const unsent = useOutbox().filter(({ state: { state } }) => state !== 'done').length;
  const { facts, refused, keep } = useKeptStorage(opened);
  return (
    <StorageSection facts={facts} where={where} unsent={unsent} refused={refused} onKeep={keep} />
  );
}
