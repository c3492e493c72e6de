import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { lazyDialog, useScrollLock } from '../../ui/lazy-dialog.tsx';
import { useAskedFor } from '../../ui/use-loaded.ts';
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

/** The palette, what was typed before it was there, and the key that opens it everywhere: Ctrl+K or Cmd+K. */
export function ConsoleSearch({ opened, onOpen, onClose, onSignOut }: ConsoleSearchProps) {
  const [keysOpened, setKeysOpened] = useState(false);
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    onOpen();
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
  const Palette = useAskedFor(loadPalette, true, props.onClose);
  return Palette ? (
    <Palette typed={typed} {...props} />
  ) : (
    <PaletteAhead onQuery={setTyped} onClose={props.onClose} />
  );
}
