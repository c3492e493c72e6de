import { Table, type TableData } from '@mantine/core';

interface ScrollTableProps {
  label: string;
  /** Below it the table scrolls sideways. */
  minWidth: string;
  data: TableData;
}

/** A table that a narrow screen scrolls, by keyboard too. */
export function ScrollTable({ label, minWidth, data }: ScrollTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`${label}, table`}
    >
      <Table tabularNums data={data} />
    </Table.ScrollContainer>
  );
}
