import { useEffect, useState } from 'react';
import { isConsoleOpen, openConsole } from './session.ts';

/** @returns true once the worker runs for the account and its last-known data is on the page */
export function useOpenConsole(account: string): boolean {
  const [opened, setOpened] = useState(() => (isConsoleOpen(account) ? account : undefined));
  useEffect(() => {
    if (opened === account) return;
    let current = true;
    openConsole(account).then(() => {
      if (current) setOpened(account);
    }, reportError);
    return () => {
      current = false;
    };
  }, [account, opened]);
  return opened === account;
}
