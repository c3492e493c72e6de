import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BundleFile, BundleProblem } from '../../../contract/shapes/bundle.ts';
import { sizeText } from '../../domain/format.ts';

/** Files shown at first, and more for each press of the button below them. */
const FILES_STEP = 100;

interface BundleFilesProps {
  /** Those that the server lists. */
  files: readonly BundleFile[];
  /** How many the archive holds: the server may list fewer. */
  total: number;
  problems: readonly BundleProblem[];
}

/** The files of the archive, each with what was found wrong with it. */
export function BundleFiles({ files, total, problems }: BundleFilesProps) {
  const [shown, setShown] = useState(FILES_STEP);
  if (files.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No files are listed.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Stack component="ul" gap={4}>
        {files.slice(0, shown).map((file) => (
          <li key={file.name}>
            <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
              <Code>{file.name}</Code>
              <Text
                size="sm"
                c="dimmed"
                flex="none"
                title={`${sizeText(file.compressedSize)} in the archive`}
              >
                {sizeText(file.size)}
              </Text>
            </Group>
            <Text size="sm" c="red">
              {problems
                .filter(({ entry }) => entry === file.name)
                .map(({ message }) => message)
                .join(' ')}
            </Text>
          </li>
        ))}
      </Stack>
      {files.length > shown ? (
        <Button size="xs" onClick={() => setShown(shown + FILES_STEP)}>
          Show {Math.min(FILES_STEP, files.length - shown)} more
        </Button>
      ) : null}
      {total > files.length && shown >= files.length ? (
        <Text size="sm" c="dimmed">
          {(total - files.length).toLocaleString()} more are in the archive and not listed.
        </Text>
      ) : null}
    </Stack>
  );
}
