import { Container, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Brand } from '../../ui/brand.tsx';
import { CAPABILITIES } from './copy.ts';
import styles from './landing.module.css';
import { hostOf } from './sections.tsx';

interface LandingFooterProps {
  product: string;
  parentSite: string;
  version: string;
}

export function LandingFooter({ product, parentSite, version }: LandingFooterProps) {
  return (
    <footer className={styles.footer}>
      <Container size="xl">
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl">
          <Stack gap="xs" align="flex-start">
            <Brand name={product} />
            <Text size="sm" c="dimmed">
              The intelligence layer of the mesh at {hostOf(parentSite)}.
            </Text>
          </Stack>
          <FooterList title="Capabilities" lines={CAPABILITIES.map(({ title }) => title)} />
          <FooterList
            title="Status"
            lines={[`Version ${version}`, 'Sign in to see the live state of every platform.']}
          />
        </SimpleGrid>
      </Container>
    </footer>
  );
}

function FooterList({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      <Stack component="ul" gap={4}>
        {lines.map((line) => (
          <Text key={line} component="li" size="sm" c="dimmed">
            {line}
          </Text>
        ))}
      </Stack>
    </Stack>
  );
}
