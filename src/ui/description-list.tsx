import { DataList, type DataListProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface DescriptionListProps extends Pick<DataListProps, 'labelWidth'> {
  /** Values by their labels; a line whose value is null or undefined is left out. */
  items: Readonly<Record<string, ReactNode>>;
  /** With less room than this a value stands below its label. */
  valueWidth?: string;
}

/** Labels and values, a line each; in large text the value stands below its label. */
export function DescriptionList({ items, valueWidth = '7rem', ...list }: DescriptionListProps) {
  return (
    <DataList {...list}>
      {Object.entries(items).map(([label, value]) =>
        value === null || value === undefined ? null : (
          <DataList.Item key={label} style={{ flexWrap: 'wrap' }}>
            <DataList.ItemLabel miw="min(var(--data-list-label-width), 100%)">
              {label}
            </DataList.ItemLabel>
            <DataList.ItemValue
              flex={`1 1 ${valueWidth}`}
              miw={0}
              style={{ overflowWrap: 'anywhere' }}
            >
              {value}
            </DataList.ItemValue>
          </DataList.Item>
        ),
      )}
    </DataList>
  );
}
