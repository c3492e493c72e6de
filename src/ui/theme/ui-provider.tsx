import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrowserBars } from './browser-bars.tsx';
import { cssVariablesResolver } from './css-variables.ts';
import { theme } from './theme.ts';
import './public-styles.css';
import './base.css';

/** The key that index.html reads before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'mantine-color-scheme-value' });

/** Mantine as this console uses it. Everything on the page is inside. */
export function UiProvider({
  styleNonce,
  children,
}: {
  /** @returns what style elements must carry under the page's content security policy */
  styleNonce?: (() => string) | undefined;
  children: ReactNode;
}) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      {...(styleNonce && { getStyleNonce: styleNonce })}
      deduplicateInlineStyles
    >
      <BrowserBars />
      {children}
    </MantineProvider>
  );
}
