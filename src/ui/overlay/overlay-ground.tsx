import { MantineProvider } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { onSchemeChange, shownScheme } from '../scheme/scheme.ts';
import './mantine.css';
import { overlayTheme } from './overlay-theme.ts';

/** What Mantine's overlays and widgets stand on; everything that uses one is inside. Injects no styles. */
export function OverlayGround({ children }: { children: ReactNode }) {
  const scheme = useSyncExternalStore(onSchemeChange, shownScheme);
  return (
    <MantineProvider
      theme={overlayTheme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
