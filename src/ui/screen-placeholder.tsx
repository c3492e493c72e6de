import { Skeleton, Stack } from '@mantine/core';

/**
 * Stands for a screen until all that it reads is there: how long each part is nobody knows before, and what came later would push
 * down what is being read.
 */
export const ScreenPlaceholder = () => (
  <Stack aria-busy>
    <Skeleton height="var(--control-height)" />
    <Skeleton height="12rem" />
    <Skeleton height="12rem" />
    <Skeleton height="12rem" />
  </Stack>
);
