import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { installing } from '../link/app/own-installing.ts';
import { keepStorageOfApp } from '../link/app/persistence.ts';
import { useOutbox } from '../link/outbox.ts';
import { remember, remembered } from '../link/remembered.ts';
import { productName } from '../product.ts';
import { InsecureNotice } from '../ui/install/insecure-notice.tsx';
import { InstallNotice } from '../ui/install/install-notice.tsx';
import { UnsentNotice } from '../ui/install/unsent-notice.tsx';
import { canRetry } from '../ui/outbox/outbox-words.ts';
import { useKeptStorage } from './_console/-use-kept-storage.ts';

/** What is said about this device over the screen: one thing at a time, the most pressing first. */
export function InstallNotices() {
  const unsent = useUnsentAtRisk();
  useEffect(() => keepStorageOfApp(installing), []);
  return unsent ?? <Offers />;
}

/**
 * What waits here and may be cleared before it is sent; undefined when nothing is at risk, such as what is on
 * its way now, and what the server will never take.
 */
function useUnsentAtRisk() {
  const count = useOutbox().filter(canRetry).length;
  const { facts, refused, keep } = useKeptStorage(count > 0);
  if (count === 0 || facts?.persisted !== false) return undefined;
  return <UnsentNotice count={count} refused={refused} onKeep={keep} />;
}

/** Each is said until somebody has answered it on this device, and never again. */
function Offers() {
  const state = useSyncExternalStore(installing.subscribe, installing.state);
  const insecure = useOnce('insecure-told');
  const offer = useOnce('install-told');
  const isLater = useLaterScreen();
  const navigate = useNavigate();
  const showDevice = () => void navigate({ to: '/dashboard', search: { show: 'device' } });
  const answered = (told: () => void, then: () => void) => () => {
    told();
    then();
  };
  if (state === 'insecure' && insecure.isDue)
    return <InsecureNotice onHow={answered(insecure.told, showDevice)} onDismiss={insecure.told} />;
  if ((state !== 'offered' && state !== 'by-hand') || !offer.isDue || !isLater) return null;
  return (
    <InstallNotice
      product={productName()}
      way={state}
      onInstall={answered(offer.told, () => void installing.install())}
      onHow={answered(offer.told, showDevice)}
      onDismiss={offer.told}
    />
  );
}

/** An offer can wait: on the first screen it would push down what is being read. True from the second on. */
function useLaterScreen(): boolean {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [first] = useState(path);
  const [isLater, setLater] = useState(false);
  if (path !== first && !isLater) setLater(true);
  return isLater;
}

/** @param name under which this device remembers that it was answered */
function useOnce(name: string) {
  const [isDue, setDue] = useState(() => remembered(name) === undefined);
  return {
    isDue,
    told() {
      remember(name, 'yes');
      setDue(false);
    },
  };
}
