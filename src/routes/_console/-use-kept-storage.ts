import { useCallback, useEffect, useState } from 'react';
import { keepStorage, readStorage, type StorageFacts } from '../../link/app/persistence.ts';

interface KeptStorage {
  readonly facts: StorageFacts | undefined;
  /** Asked here, and not promised. */
  readonly refused: boolean;
  readonly keep: () => void;
}

/** @param opened whether somebody looks: read anew each time */
export function useKeptStorage(opened: boolean): KeptStorage {
  const [facts, setFacts] = useState<StorageFacts>();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!opened) return;
    let current = true;
    void readStorage().then((read) => {
      if (current) setFacts(read);
    });
    return () => {
      current = false;
    };
  }, [opened]);
  const keep = useCallback(() => {
    void keepStorage().then(async (kept) => {
      setRefused(!kept);
      setFacts(await readStorage());
    });
  }, []);
  return { facts, refused, keep };
}
