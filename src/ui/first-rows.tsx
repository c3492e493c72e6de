import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** So many stand first unless the screen says how many, and so many more come at each press. */
const SHOWN = 50;

/**
 * @param rows whatever stands first counts most
 * @returns the first of many rows, and what shows more of them
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  of: string,
  first = SHOWN,
): [readonly Row[], ReactNode] {
  const [max, setMax] = useState(first);
  const hidden = rows.length - max;
  if (rows.length <= first) return [rows, null];
  return [
    rows.slice(0, max),
    <Group key="more" p="sm" justify="center">
      {hidden > 0 ? (
        <Button size="xs" data-screen-only="" onClick={() => setMax(max + SHOWN)}>
          Show {Math.min(SHOWN, hidden)} more
        </Button>
      ) : null}
      <Text size="xs" c="dimmed">
        {Math.min(max, rows.length)} of {rows.length} {of}
      </Text>
    </Group>,
  ];
}
