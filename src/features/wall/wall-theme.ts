import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect } from 'react';
import type { WallTheme } from './wall-search.ts';

/** @returns the CSS length of so many hundredths of the picture's width (wall.module.css) */
export const units = (count: number) => `calc(${count} * var(--u))`;

/** Shows the colours that the display's address asks for, and no scrollbar. What was chosen on this device stays as it is. */
export function useWallTheme(theme: WallTheme | undefined): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.wall = '';
    return () => {
      delete document.documentElement.dataset.wall;
    };
  }, []);
  const chosen = useComputedColorScheme();
  useEffect(() => {
    if (theme === undefined) return undefined;
    const system = matchMedia('(prefers-color-scheme: light)');
    const show = (scheme: string) => {
      document.documentElement.dataset.mantineColorScheme = scheme;
    };
    const apply = () => show(theme === 'system' ? (system.matches ? 'light' : 'dark') : theme);
    apply();
    system.addEventListener('change', apply);
    return () => {
      system.removeEventListener('change', apply);
      show(chosen);
    };
  }, [theme, chosen]);
}
