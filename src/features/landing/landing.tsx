import {
  Anchor,
  Box,
  Button,
  Container,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Brand } from '../../ui/brand.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { ColorSchemeButton } from '../../ui/theme/color-scheme-button.tsx';
import { CAPABILITIES, claims, hostOf, SECTIONS } from './copy.ts';
import styles from './landing.module.css';
import { CallToAction, Capabilities, ClaimSection, TrustAndProof } from './sections.tsx';

interface LandingProps {
  product: string;
  /** Address of the mesh's parent platform site. */
  parentSite: string;
  version: string;
}

/** The page for visitors. */
export function Landing(props: LandingProps) {
  const { product, parentSite } = props;
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <LandingHeader product={product} />
      <Box component="main" id="main" tabIndex={-1}>
        <Hero product={product} />
        {claims(product).map((claim) => (
          <ClaimSection key={claim.id} {...claim} />
        ))}
        <Capabilities />
        <TrustAndProof product={product} />
        <CallToAction product={product} parentSite={parentSite} />
      </Box>
      <LandingFooter {...props} />
    </>
  );
}

function Hero({ product }: { product: string }) {
  return (
    <Container component="section" size="xl" py="clamp(2rem, 7vw, 5rem)">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" style={{ alignItems: 'center' }}>
        <Stack gap="md">
          <Text size="sm" fw={600} c="var(--mantine-color-anchor)">
            The intelligence layer of seven sovereign platforms
          </Text>
          <Title order={1} textWrap="balance" className={styles.headline}>
            Answers you can check, from a mesh you can see.
          </Title>
          <Text size="lg" c="dimmed">
            {product} retrieves, reasons and cites across your whole mesh. It shows every platform
            as it is: live, measured, and dated when the data is old.
          </Text>
          <Group gap="sm" mt="xs">
            <Button component={Link} to="/signup" variant="filled">
              Start Building Intelligence
            </Button>
            <Button component={Link} to="/login">
              Access Dashboard
            </Button>
          </Group>
          <Text size="sm">
            <Anchor href="#advantage">See How {product} Delivers Trustworthy AI</Anchor>
          </Text>
        </Stack>
        <ProductPicture />
      </SimpleGrid>
    </Container>
  );
}

function LandingHeader({ product }: { product: string }) {
  return (
    <header className={styles.bar}>
      <Container size="xl" py="xs">
        <Group justify="space-between" gap="sm">
          <Brand name={product} />
          <Group component="nav" gap="lg" visibleFrom="md" aria-label="Sections">
            {Object.entries(SECTIONS).map(([href, label]) => (
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

function LandingFooter({ product, parentSite, version }: LandingProps) {
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
