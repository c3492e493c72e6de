import { Anchor, Button, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ProductPicture } from '../../ui/product-picture.tsx';
import styles from './landing.module.css';

export function Hero({ product }: { product: string }) {
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
