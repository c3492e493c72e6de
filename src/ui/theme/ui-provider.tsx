import {
  localStorageColorSchemeManager,
  MantineProvider,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { colors } from './colors.ts';
import { theme } from './theme.ts';
import './public-styles.css';
import './base.css';

/** The key that index.html reads before the first paint. */
const SCHEME = { key: 'mantine-color-scheme-value' };

/** Mantine as this console uses it. Everything on the page is inside. */
export function UiProvider({
  styleNonce,
  children,
}: {
  /** @returns what style elements must carry under the page's content security policy */
  styleNonce?: (() => string) | undefined;
  children: ReactNode;
}) {
  // It follows other tabs for one provider only.
  const [colorSchemeManager] = useState(() => localStorageColorSchemeManager(SCHEME));
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      {...(styleNonce && { getStyleNonce: styleNonce })}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
    >
      <BrowserBars />
      {children}
    </MantineProvider>
  );
}

/** Gives the browser's own bars the page's ground: two meta elements, one for each scheme of the system. */
function BrowserBars() {
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
