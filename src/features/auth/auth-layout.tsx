import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { ColorSchemeButton } from '../../ui/theme/color-scheme-button.tsx';
import styles from './auth-layout.module.css';

interface AuthLayoutProps {
  product: string;
  title: string;
  intro: string;
  /** The form. */
  children: ReactNode;
  /** What to do instead, below the form. */
  alternative: ReactNode;
  footer: ReactNode;
}

/** The frame of the sign-in and sign-up pages: the form and, where there is room, the product beside it. */
export function AuthLayout(props: AuthLayoutProps) {
  const { product, title, intro, children, alternative, footer } = props;
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
            <Title order={1}>{title}</Title>
            <Text c="dimmed" mt={4}>
              {intro}
            </Text>
          </Box>
          {children}
          <Text size="sm" c="dimmed" ta="center">
            {alternative}
          </Text>
        </Stack>
        <Text size="sm" ta="center">
          <Anchor component={Link} to="/">
            Back to homepage
          </Anchor>
        </Text>
        {footer}
      </Stack>
      <Box visibleFrom="md" miw={0} pl="xl" my="auto">
        <ProductPicture />
      </Box>
    </div>
  );
}
