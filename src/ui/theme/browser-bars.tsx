import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { colors } from './colors.ts';

/** Gives the browser's own bars the page's ground: two meta elements, one for each scheme of the system. */
export function BrowserBars() {
  const { colorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme();
  useEffect(() => {
    for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const ofBar = bar.media.includes('light') ? 'light' : 'dark';
      bar.content = groundOf(colorScheme === 'auto' ? ofBar : shown);
    }
  }, [colorScheme, shown]);
  return null;
}

const groundOf = (scheme: 'light' | 'dark') =>
  scheme === 'light' ? colors.gray[0] : colors.dark[8];
