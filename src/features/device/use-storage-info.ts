import { useCallback, useEffect, useState } from 'react';
import { keepStorage, readStorage, type StorageFacts } from '../../client/app/persistence.ts';

interface StorageInfo {
  readonly info: StorageFacts | undefined;
  /** The browser was asked to protect the storage and did not promise it. */
  readonly refused: boolean;
  readonly protect: () => void;
}

/** @param isShown whether somebody looks: read again each time */
export function useStorageInfo(isShown: boolean): StorageInfo {
  const [info, setInfo] = useState<StorageFacts>();
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
