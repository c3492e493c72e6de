import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { ColorSchemeButton } from '../../ui/theme/color-scheme-button.tsx';
import styles from './auth-layout.module.css';
import type { AuthPage } from './auth-pages.ts';

/** Names the introduction, which may say why the form cannot be sent. */
export const NOTE_ID = 'note';

interface AuthLayoutProps {
  page: AuthPage;
  product: string;
  version: string;
  build: string;
  /** In place of the page's introduction. */
  note?: string | undefined;
  /** The form. */
  children: ReactNode;
  /** Below what to do instead. */
  below?: ReactNode;
}

/** The frame of the sign-in and sign-up pages: the form and, where there is room, the product beside it. */
export function AuthLayout(props: AuthLayoutProps) {
  const { page, product, version, build, note, children, below } = props;
  const { heading, intro, introLines = 1, alternative } = page;
  const isUnreachable = useUnreachable();
  return (
    <div className={styles.layout}>
      <Stack component="main" className={styles.main}>
        <Group justify="space-between">
          <Anchor
            component={Link}
            to="/"
            c="inherit"
            underline="never"
            aria-label={`${product}: back to homepage`}
          >
            <Brand name={product} />
          </Anchor>
          <ColorSchemeButton />
        </Group>
        <Stack w="100%" maw="25rem" m="auto" gap="lg">
          <Box>
            <Title order={1}>{heading}</Title>
            <Text
              id={NOTE_ID}
              {...(introLines > 1 && { role: 'status' })}
              {...(note === undefined && { c: 'dimmed' })}
              mt={4}
              mih={`${introLines}lh`}
            >
              {note ?? intro}
            </Text>
          </Box>
          {children}
          <Text size="sm" c="dimmed" ta="center">
            {alternative.question}{' '}
            <Anchor component={Link} to={alternative.to} underline="always">
              {alternative.label}
            </Anchor>
          </Text>
          {below}
        </Stack>
        <Anchor component={Link} to="/" size="sm" mx="auto">
          Back to homepage
        </Anchor>
        <Text role="status" size="sm" ta="center" c="yellow">
          {isUnreachable
            ? 'The server cannot be reached. Passwords are checked there, never on this device.'
            : null}
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          Version {version} ({build})
        </Text>
      </Stack>
      <Box visibleFrom="md" miw={0} pl="xl" my="auto">
        <ProductPicture />
      </Box>
    </div>
  );
}

/**
 * Whether the server is out of reach, and so nobody can sign in. Asked when the page opens and when the browser reports
 * another network.
 */
function useUnreachable(): boolean {
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const check = () =>
      fetch('/release-notes.json', { method: 'HEAD', cache: 'no-store', signal: over.signal })
        // Chromium reports an answer whose empty body nobody reads as aborted.
        .then((answer) => answer.text())
        .then(
          () => setUnreachable(false),
          () => setUnreachable(!over.signal.aborted),
        );
    for (const name of ['online', 'offline', 'focus']) {
      addEventListener(name, check, { signal: over.signal });
    }
    void check();
    return () => over.abort();
  }, []);
  return unreachable;
}
