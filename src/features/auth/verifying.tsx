import { Button, Loader, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/** A start that takes longer says what it waits for. */
const PATIENCE_MS = 10_000;

const TEXTS = {
  opening: 'Verifying sovereign access...',
  leaving: 'Signing out…',
  left: 'Signed out on this device. The server does not know it yet.',
};

/** What the guard shows while the console's data loads, and while its account signs out: nothing of it. */
export function Verifying({ stage = 'opening' }: { stage?: keyof typeof TEXTS }) {
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), PATIENCE_MS, { autoInvoke: true });
  return (
    <Stack
      component="main"
      mih="100dvh"
      align="center"
      justify="center"
      gap="md"
      p="lg"
      ta="center"
    >
      <Loader aria-hidden="true" />
      <div role="status">
        <Text>{TEXTS[stage]}</Text>
        {isLate ? (
          <Text c="dimmed" maw="28rem" mt="md">
            The server has not answered for 10 s. This page continues as soon as it does.
          </Text>
        ) : null}
      </div>
      {isLate ? <Button onClick={() => location.reload()}>Try again</Button> : null}
    </Stack>
  );
}
