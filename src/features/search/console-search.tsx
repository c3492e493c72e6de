import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyDialog, useScrollLock } from '../../ui/lazy-dialog.tsx';
import { focusHeading } from '../../ui/page-title.ts';
import { notifyLoadFailed, useLoading } from '../../ui/use-loaded.ts';
import { useConsoleKeys } from './keys.ts';
import { PaletteAhead } from './palette-ahead.tsx';

/** The palette and what it searches load when it is first asked for. */
const loadPalette = async () => (await import('./palette.tsx')).ConsolePalette;
const KeysDialog = lazyDialog(async () => (await import('./keys-dialog.tsx')).KeysDialog);

interface ConsoleSearchProps {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  onSignOut: () => void;
}

/** The palette, what was typed before it was there, and the keys that work everywhere. */
export function ConsoleSearch({ opened, onOpen, onClose, onSignOut }: ConsoleSearchProps) {
  const router = useRouter();
  const [keysOpened, setKeysOpened] = useState(false);
  useConsoleKeys({
    onSearch: onOpen,
    onKeys: () => setKeysOpened(true),
    onScreen: (to) => void router.navigate({ to }).then(focusHeading),
  });
  return (
    <>
      {opened ? (
        <OpenedSearch onClose={onClose} onKeys={() => setKeysOpened(true)} onSignOut={onSignOut} />
      ) : null}
      <KeysDialog opened={keysOpened} onClose={() => setKeysOpened(false)} />
    </>
  );
}

function OpenedSearch(props: { onClose: () => void; onKeys: () => void; onSignOut: () => void }) {
  const [typed, setTyped] = useState('');
  useScrollLock(true);
  const { component: Palette } = useLoading(loadPalette, true, () => {
    notifyLoadFailed();
    props.onClose();
  });
  return Palette ? (
    <Palette typed={typed} {...props} />
  ) : (
    <PaletteAhead onQuery={setTyped} onClose={props.onClose} />
  );
}
