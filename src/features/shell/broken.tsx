import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { createContext, useContext, useEffect } from 'react';
import { styleNonce } from '../../device/content-security.ts';
import { UiProvider } from '../../ui/theme/ui-provider.tsx';

/** What browsers say when a module of the program could not be loaded, online or offline. */
const NOT_LOADED = /module script|dynamically imported module|preload CSS/i;

const LOOK_EVERY_MS = 5000;

/** Whether this is inside of the shell's main landmark, of which a page has one. */
export const InMain = createContext(false);

/** One message in the middle of an empty page. */
export const WHOLE_PAGE = {
  align: 'center',
  justify: 'center',
  gap: 'sm',
  mih: '100dvh',
  p: 'max(var(--mantine-spacing-lg), var(--inset-left), var(--inset-right))',
  ta: 'center',
} as const;

/** Stands in for a screen that threw, or whose code could not be loaded. The root may be what failed, or a screen in the shell. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error);
  const isNotLoaded = NOT_LOADED.test(message);
  const place = useContext(InMain)
    ? ({ component: 'div', mih: '60dvh' } as const)
    : ({ component: 'main' } as const);
  useEffect(() => (isNotLoaded ? reloadOnceThere(message) : undefined), [isNotLoaded, message]);
  return (
    <UiProvider styleNonce={styleNonce}>
      <Stack {...WHOLE_PAGE} {...place}>
        <Title order={1}>This screen failed</Title>
        <Text component="code" role="alert" size="sm" ff="monospace" maw="min(100%, 40rem)">
          {message}
        </Text>
        <Text c="dimmed">
          {isNotLoaded
            ? 'A part of this screen could not be loaded. Check the connection, then reload.'
            : 'Nothing was lost on the server. Try again, or reload the page.'}
        </Text>
        <Group gap="sm">
          <Button variant="filled" onClick={isNotLoaded ? () => location.reload() : reset}>
            {isNotLoaded ? 'Reload' : 'Try again'}
          </Button>
          <Button component="a" href="/repair.html">
            Repair
          </Button>
        </Group>
      </Stack>
    </UiProvider>
  );
}

/** At a wall nobody presses the button. @param message names the file in browsers that say which. @returns the undo */
function reloadOnceThere(message: string): () => void {
  const [file] = /https?:\S+/.exec(message) ?? [];
  const look = () =>
    file && fetch(file, { cache: 'no-store' }).then(({ ok }) => ok && location.reload(), String);
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
