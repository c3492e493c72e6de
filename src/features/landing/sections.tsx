import {
  Anchor,
  Button,
  Card,
  Container,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CAPABILITIES, type Claim, hostOf, STANDARDS, STATS, TEAMS } from './copy.ts';
import styles from './landing.module.css';

const FIGURE_SIZE = 'clamp(1.75rem, 1.2rem + 2vw, 2.5rem)';

const CARD_ICON = {
  color: 'var(--mantine-color-anchor)',
  marginBottom: 'var(--mantine-spacing-sm)',
};

type SectionProps = Pick<Claim, 'id' | 'title' | 'lead'> & { children: ReactNode };

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.section}>
      <Container size="xl">
        <Stack gap="lg">
          <div>
            <Title order={2} fz="xl" id={`${id}-title`}>
              {title}
            </Title>
            <Text size="lg" c="dimmed" maw="44rem">
              {lead}
            </Text>
          </div>
          {children}
        </Stack>
      </Container>
    </section>
  );
}

/** What the page is about, in words alone. */
export function ClaimSection({ points, next, ...section }: Claim) {
  return (
    <Section {...section}>
      <SimpleGrid component="ul" cols={{ base: 1, sm: 3 }} spacing="xl">
        {Object.entries(points).map(([title, text]) => (
          <li key={title}>
            <Point title={title} text={text} />
          </li>
        ))}
      </SimpleGrid>
      <Anchor href={next.href}>{next.text}</Anchor>
    </Section>
  );
}

function Point({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Title order={3} fz="md">
        {title}
      </Title>
      <Text inherit c="dimmed" mt={4}>
        {text}
      </Text>
    </>
  );
}

export function Capabilities() {
  return (
    <Section
      id="capabilities"
      title="Capabilities"
      lead="Six engines, one mesh, and a source for every sentence."
    >
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 3 }}>
        {CAPABILITIES.map(({ Icon, title, text }) => (
          <Card key={title} component="li" padding="lg" fz="sm">
            <Icon size={24} aria-hidden="true" style={CARD_ICON} />
            <Point title={title} text={text} />
          </Card>
        ))}
      </SimpleGrid>
    </Section>
  );
}

export function TrustAndProof({ product }: { product: string }) {
  return (
    <Section
      id="proof"
      title="Trust and Proof"
      lead="Built so that your auditors and your operators can inspect it."
    >
      <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }}>
        {Object.entries(STATS).map(([text, figure]) => (
          <Stack key={text} gap={0} style={{ flexDirection: 'column-reverse' }}>
            <Text component="dt" c="dimmed">
              {text}
            </Text>
            <Text component="dd" fz={FIGURE_SIZE} fw={700} lh={1.2}>
              {figure}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
      <Group component="ul" gap="lg" aria-label="Security standards">
        {STANDARDS.map((standard) => (
          <Text key={standard} component="li" size="sm" c="dimmed">
            {standard}
          </Text>
        ))}
      </Group>
      <Stack id="teams" gap="sm">
        <Title order={3} fz="md">
          How teams use {product}
        </Title>
        <Stack component="ul" gap="xs">
          {Object.entries(TEAMS).map(([title, text]) => (
            <Text key={title} component="li" c="dimmed">
              <Text span c="var(--mantine-color-text)" fw={600}>
                {title}
              </Text>{' '}
              {text}
            </Text>
          ))}
        </Stack>
      </Stack>
    </Section>
  );
}

export function CallToAction({ product, parentSite }: Record<'product' | 'parentSite', string>) {
  return (
    <section aria-labelledby="call-title" className={styles.section}>
      <Container size="sm">
        <Stack align="center" ta="center">
          <Title order={2} fz="xl" id="call-title">
            See your mesh in a minute
          </Title>
          <Text c="dimmed">
            Create an account on {product} and open the dashboard, or read about the platform that
            the mesh belongs to.
          </Text>
          <Group gap="sm" justify="center">
            <Button component={Link} to="/signup" variant="filled">
              Get Started
            </Button>
            <Button
              component="a"
              href={parentSite}
              target="_blank"
              rel="noopener noreferrer"
              rightSection={<IconExternalLink size={16} />}
              aria-label={`Visit ${hostOf(parentSite)} (opens in a new tab)`}
            >
              Visit {hostOf(parentSite)}
            </Button>
          </Group>
        </Stack>
      </Container>
    </section>
  );
}
