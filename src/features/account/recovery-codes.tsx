import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../console/export-table.ts';
import { productName } from '../../device/product.ts';
import { copyText } from '../../ui/copy-text.ts';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onDone: () => void;
}

/** The recovery codes, which are shown this once: it ends when they are kept. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const [kept, setKept] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The form of before had the focus.
  useEffect(() => list.current?.focus(), []);
  const about = `${productName()} recovery codes of ${username} at ${location.host}`;
  const text = [about, 'Each of them signs in once.', '', ...codes, ''].join('\n');
  const save = () =>
    saveFile(new Blob([text], { type: 'text/plain' }), `recovery-codes-${location.hostname}.txt`);
  return (
    <Stack gap="md">
      <div className={styles.sheet}>
        <Text size="sm" mb="sm">
          Each of these codes signs <strong>{username}</strong> in at {location.host} once, in place
          of the passkey or the app. They are not shown again.
        </Text>
        <SimpleGrid
          ref={list}
          component="ol"
          aria-label="Recovery codes"
          tabIndex={-1}
          spacing="xs"
          verticalSpacing="xs"
        >
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace" size="sm" ta="center">
              {code}
            </Text>
          ))}
        </SimpleGrid>
      </div>
      <Group gap="xs" grow preventGrowOverflow={false}>
        <Button
          leftSection={<IconCopy size={18} />}
          onClick={() => void copyText(text, 'Recovery codes copied')}
        >
          Copy
        </Button>
        <Button leftSection={<IconDownload size={18} />} onClick={save}>
          Save as file
        </Button>
        <Button leftSection={<IconPrinter size={18} />} onClick={() => print()}>
          Print
        </Button>
      </Group>
      <Checkbox.Card
        aria-label="I have kept them in a safe place"
        checked={kept}
        onChange={setKept}
        withBorder={false}
        data-screen-only
      >
        <Group component="span" gap="sm" mih="var(--control-height)" fz="sm">
          <Checkbox.Indicator size="sm" />I have kept them in a safe place
        </Group>
      </Checkbox.Card>
      <Group justify="flex-end">
        <Button variant="filled" disabled={!kept} onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
