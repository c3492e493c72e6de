import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { deviceStorage } from '../../shared/storage.ts';

/** On the first screen an offer would push down what is being read. True from the second on. */
export function useLaterScreen(): boolean {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [first] = useState(path);
  const [isLater, setLater] = useState(false);
  if (path !== first && !isLater) setLater(true);
  return isLater;
}

/** @param name under which this device remembers the answer */
export function useAnsweredOnce(name: string) {
  const [isDue, setDue] = useState(() => deviceStorage.get(name) === undefined);
  return {
    isDue,
    markAnswered() {
      deviceStorage.set(name, 'yes');
      setDue(false);
    },
  };
}
