import { Button, Loader, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/** A start that takes longer says what it waits for. */
const PATIENCE_MS = 10_000;

/** What the guard shows while the console's data loads. */
export function Verifying() {
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
      <Text role="status">Verifying sovereign access...</Text>
      {isLate ? (
        <>
          <Text role="status" c="dimmed" maw="28rem">
            The server has not answered for 10 s. This page continues as soon as it does.
          </Text>
          <Button onClick={() => location.reload()}>Try again</Button>
        </>
      ) : null}
    </Stack>
  );
}
