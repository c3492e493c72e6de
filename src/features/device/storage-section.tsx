import { Button, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useStorageState } from '../../console/connection.ts';
import { useOutbox } from '../../console/outbox.ts';
import { keepStorage, readStorage, type StorageFacts } from '../../device/persistence.ts';
import { isUnsent } from '../../domain/upload-text.ts';
import type { StorageState } from '../../shared/model.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Section } from '../../ui/section.tsx';
import { keptText, usedText } from './device-texts.ts';

/** What this browser stores of the console. */
export function StorageSection() {
  const where = useStorageState();
  const unsent = useOutbox().filter(isUnsent).length;
  const { info, refused, protect } = useStorageInfo(true);
  return (
    <StorageView info={info} where={where} unsent={unsent} refused={refused} onProtect={protect} />
  );
}

interface StorageViewProps {
  /** Bytes; undefined where the browser does not say. */
  info: StorageFacts | undefined;
  where: StorageState;
  /** Uploads that wait here. */
  unsent: number;
  /** The browser was asked and did not promise it. */
  refused: boolean;
  onProtect: () => void;
}

export function StorageView({ info, where, unsent, refused, onProtect }: StorageViewProps) {
  const persisted = info?.persisted === true;
  return (
    <Section
      title="Storage"
      actions={
        info && !persisted && where === 'disk' ? (
          <Button onClick={onProtect}>Protect storage</Button>
        ) : null
      }
    >
      <DescriptionList
        items={{
          Used: usedText(info),
          Storage: keptText(info, where),
          'Waiting uploads': unsent === 0 ? 'None' : String(unsent),
        }}
      />
      <Text size="sm" c="dimmed">
        What this device keeps of an account is erased when it signs out here, and when it was not
        used here for 30 days. Uploads that were not sent are never erased without a question.
      </Text>
      {unsent > 0 && !persisted ? (
        <Text size="sm">
          Waiting uploads are lost if the browser clears its storage. Send them soon, and keep the
          original files.
        </Text>
      ) : null}
      {refused && !persisted ? (
        <Text size="sm" c="dimmed">
          The browser does not protect it yet. It does so for installed apps and sites that are used
          often.
        </Text>
      ) : null}
    </Section>
  );
}

/** @param isShown whether somebody looks: read again each time */
export function useStorageInfo(isShown: boolean) {
  const [info, setInfo] = useState<StorageFacts>();
  /** The browser was asked to protect the storage and did not promise it. */
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    let isCurrent = true;
    void readStorage().then((read) => {
      if (isCurrent) setInfo(read);
    });
    return () => {
      isCurrent = false;
    };
  }, [isShown]);
  const protect = useCallback(() => {
    void keepStorage().then(async (kept) => {
      setRefused(!kept);
      setInfo(await readStorage());
    });
  }, []);
  return { info, refused, protect };
}
