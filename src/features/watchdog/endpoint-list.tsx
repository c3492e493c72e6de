import { Code, ScrollArea, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

export interface EndpointRow {
  readonly method: string;
  readonly path: string;
  /** Needs a session; undefined when the server does not say. */
  readonly guarded?: boolean | undefined;
}

interface EndpointListProps {
  /** Names the table. */
  label: string;
  endpoints: readonly EndpointRow[];
}

/** Lists of this length are easier to search than to read. */
const FILTER_FROM = 8;

/** The server's endpoints with a filter, in a box of limited height. */
export function EndpointList({ label, endpoints }: EndpointListProps) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = endpoints.filter(({ method, path }) =>
    `${method} ${path}`.toLowerCase().includes(wanted),
  );
  const hasGuards = endpoints.some(({ guarded }) => guarded !== undefined);
  return (
    <>
      {endpoints.length >= FILTER_FROM ? (
        <TextInput
          aria-label="Filter endpoints"
          placeholder="Filter endpoints"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      ) : null}
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {endpoints.length === 0 ? 'None were reported.' : 'No endpoint matches.'}
        </Text>
      ) : (
        <ScrollArea.Autosize mah="20rem" viewportProps={{ tabIndex: 0, 'aria-label': label }}>
          <Table
            verticalSpacing={4}
            horizontalSpacing="xs"
            aria-label={label}
            data={{
              head: ['Method', 'Path', ...(hasGuards ? ['Access'] : [])],
              body: shown.map(({ method, path, guarded }) => [
                method,
                <Code key="path" style={{ overflowWrap: 'anywhere' }}>
                  {path}
                </Code>,
                ...(hasGuards ? [guarded !== undefined && (guarded ? 'Guarded' : 'Open')] : []),
              ]),
            }}
          />
        </ScrollArea.Autosize>
      )}
    </>
  );
}
