import { Button } from '../button/button.tsx';
import { Facts } from '../facts/facts.tsx';
import { DeviceActions, DeviceSection, DeviceText } from './device-dialog.tsx';

const MEBIBYTE = 1024 * 1024;

interface StorageSectionProps {
  /** Bytes; undefined where the browser does not tell. */
  facts:
    | { readonly usage: number; readonly quota: number; readonly persisted: boolean }
    | undefined;
  /** memory: the disk fails, so a reload starts empty. */
  where: 'disk' | 'memory';
  /** Uploads that wait here. */
  unsent: number;
  /** The browser was asked and did not promise it. */
  refused: boolean;
  onKeep: () => void;
}

/** What is kept on this device, and whether the browser promises to keep it. */
export function StorageSection({ facts, where, unsent, refused, onKeep }: StorageSectionProps) {
  const persisted = facts?.persisted === true;
  return (
    <DeviceSection title="Storage">
      <Facts
        facts={[
          { name: 'Used', value: usedText(facts) },
          { name: 'Kept', value: keptText(facts, where) },
          { name: 'Uploads that wait here', value: unsent === 0 ? 'None' : String(unsent) },
        ]}
      />
      {unsent > 0 && !persisted ? (
        <DeviceText>
          What waits here is lost when the browser clears it: send it soon, and keep the original
          files.
        </DeviceText>
      ) : null}
      {refused && !persisted ? (
        <DeviceText>
          The browser does not promise it yet. It does for installed apps and for sites that are
          used often.
        </DeviceText>
      ) : null}
      {facts && !persisted && where === 'disk' ? (
        <DeviceActions>
          <Button onClick={onKeep}>Ask the browser to keep it</Button>
        </DeviceActions>
      ) : null}
    </DeviceSection>
  );
}

function usedText(facts: StorageSectionProps['facts']): string {
  if (!facts) return 'The browser does not tell';
  const used = (facts.usage / MEBIBYTE).toFixed(1);
  return `${used} of ${Math.round(facts.quota / MEBIBYTE).toLocaleString()} MB`;
}

function keptText(facts: StorageSectionProps['facts'], where: 'disk' | 'memory'): string {
  if (where === 'memory') return 'Until this page is closed: the disk fails';
  if (facts?.persisted) return 'Until you remove it';
  return 'The browser may clear it when space is short';
}
