import { lazy, Suspense, useEffect, useState } from 'react';
import { PaletteAhead } from '../ui/palette/palette-ahead.tsx';

/** The palette and what it searches load when it is first asked for. */
const ConsolePalette = lazy(async () => {
  const { ConsolePalette: component } = await import('./-console-palette.tsx');
  return { default: component };
});

interface ConsoleSearchProps {
  onClose: () => void;
  onSignOut: () => void;
}

/** The palette, and what was typed before it was there. */
export function ConsoleSearch({ onClose, onSignOut }: ConsoleSearchProps) {
  const [typed, setTyped] = useState('');
  return (
    <Suspense fallback={<PaletteAhead onQuery={setTyped} onClose={onClose} />}>
      <ConsolePalette typed={typed} onClose={onClose} onSignOut={onSignOut} />
    </Suspense>
  );
}

/** Ctrl+K and Cmd+K, as everywhere. */
export function useSearchKey(open: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
