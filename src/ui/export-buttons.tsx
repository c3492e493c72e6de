import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** How a table is exported. `onProgress` takes how many rows are in the file so far. */
interface ExportWay {
  readonly format: Format;
  readonly onProgress: (rows: number) => void;
}

/** Never rejects. */
export type OnExport = (way: ExportWay) => Promise<void>;

interface ExportButtonsProps {
  /** Rows that match; with none there is nothing to export. */
  count: number;
  /** Only selected rows are exported: how many. */
  selected?: number | undefined;
  onExport: OnExport;
}

/** Exports a table as CSV or JSON, one file at a time. While one is made its button counts the rows. */
export function ExportButtons({ count, selected, onExport }: ExportButtonsProps) {
  const [making, setMaking] = useState<Format>();
  const [rows, setRows] = useState(0);
  async function start(format: Format): Promise<void> {
    setMaking(format);
    setRows(0);
    await onExport({ format, onProgress: setRows });
    setMaking(undefined);
  }
  const isIdle = making === undefined;
  return (
    <Group gap={4}>
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="xs"
          px="xs"
          leftSection={<IconDownload size="0.875rem" aria-hidden="true" />}
          disabled={count === 0}
          // It keeps the focus while the file is made: `disabled` would take it away.
          {...(isIdle
            ? { onClick: () => void start(format) }
            : { 'aria-disabled': true, 'data-disabled': true, 'aria-busy': making === format })}
        >
          {making === format
            ? `Exporting ${rows.toLocaleString()}…`
            : exportLabel(format, selected)}
        </Button>
      ))}
      <span className="visually-hidden" aria-live="polite">
        {isIdle ? '' : 'The file is being made'}
      </span>
    </Group>
  );
}

function exportLabel(format: Format, selected: number | undefined): string {
  const name = format.toUpperCase();
  return selected === undefined
    ? `Export ${name}`
    : `Export ${selected.toLocaleString()} as ${name}`;
}
