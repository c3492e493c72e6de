import { Anchor, Box, Button, Container, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Brand } from '../../ui/brand.tsx';
import { ColorSchemeButton } from '../../ui/theme/color-scheme-button.tsx';
import styles from './landing.module.css';

const SECTIONS = [
  { href: '#why', label: 'Why It Matters' },
  { href: '#capabilities', label: 'Capabilities' },
  { href: '#proof', label: 'Trust and Proof' },
] as const;

export function LandingHeader({ product }: { product: string }) {
  return (
    <header className={styles.bar}>
      <Container size="xl" py="xs">
        <Group justify="space-between" gap="sm">
          <Brand name={product} />
          <Group component="nav" gap="lg" visibleFrom="sm" aria-label="Sections">
            {SECTIONS.map(({ href, label }) => (
              <Anchor key={href} href={href} size="sm" c="dimmed">
                {label}
              </Anchor>
            ))}
          </Group>
          <Group gap="xs">
            <Box visibleFrom="xs">
              <ColorSchemeButton />
            </Box>
            <Button component={Link} to="/login">
              Login
            </Button>
            <Button component={Link} to="/signup" variant="filled">
              Get Started
            </Button>
          </Group>
        </Group>
      </Container>
    </header>
  );
}
