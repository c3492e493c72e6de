import { useEffect } from 'react';
import { onSchemeChange, shownScheme } from '../ui/scheme/scheme.ts';
import type { WallTheme } from './-wall-search.ts';

/** Shows the colours that the wall's address asks for, and leaves what was chosen on this device as it is. */
export function useWallTheme(theme: WallTheme | undefined): void {
  useEffect(() => {
    if (theme === undefined) return undefined;
    const system = matchMedia('(prefers-color-scheme: light)');
    const show = (scheme: string) => {
      document.documentElement.dataset.mantineColorScheme = scheme;
    };
    const apply = () => show(theme === 'system' ? (system.matches ? 'light' : 'dark') : theme);
    apply();
    const stop = onSchemeChange(apply);
    system.addEventListener('change', apply);
    return () => {
      stop();
      system.removeEventListener('change', apply);
      show(shownScheme());
    };
  }, [theme]);
}
