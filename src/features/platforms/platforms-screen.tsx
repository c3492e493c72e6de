import { Button, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconAffiliate } from '@tabler/icons-react';
import { useState } from 'react';
import { PATHS } from '../../../contract/paths.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { extra } from '../../ui/extra.tsx';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { useGroupFilters } from './group-filters.tsx';
import { FILE_REASON, PlatformCard } from './platform-card.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SimulatedDialog } from './simulated-dialog.tsx';
import '../../ui/theme/late-styles.css';

const PlatformDialog = lazyDialog(
  async () => (await import('./platform-dialog.tsx')).PlatformDialog,
);

const ImportDialog = lazyDialog(
  async () => (await import('./import/import-dialog.tsx')).ImportDialog,
);

const StatusPagePanel = extra(
  async () => (await import('../status-page/status-page-panel.tsx')).StatusPagePanel,
);

interface PlatformsScreenProps {
  /** The dialog that adds one is open. */
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}

/** Which platforms this server watches; for others than admins, why they do not see it. */
export function PlatformsScreen(props: PlatformsScreenProps) {
  const reason = useDisabledReason('platforms');
  if (reason === undefined) return <Platforms {...props} />;
  return (
    <Panel title="Platforms">
      <Text>{reason}</Text>
    </Panel>
  );
}

function Platforms({ isAdding, onAdding }: PlatformsScreenProps) {
  const platforms = useRead('platforms');
  const rows = platforms.data ?? [];
  const simulated = rows.filter((row) => row.simulated);
  /** Ids. */
  const [changed, setChanged] = useState<string>();
  const [removed, setRemoved] = useState<string>();
  const [isImporting, setImporting] = useState(false);
  /** The first real platform was added. */
  const [isAsking, setAsking] = useState(false);
  useReady(!platforms.loading);
  const rowOf = (id: string | undefined) => rows.find((row) => row.id === id);
  const isEditing = isAdding || changed !== undefined;
  function close(): void {
    setChanged(undefined);
    if (isAdding) onAdding(false);
  }
  const ask = () => setAsking(simulated.length > 0 && simulated.length === rows.length);
  if (isMissing(platforms))
    return <Text>This server takes its platforms from its configuration alone.</Text>;
  return (
    <Stack>
      <ReadPanel
        flush
        title="What is watched"
        description="In the order in which every screen shows them"
        actions={
          <Group gap="xs">
            <Allowed call="importPlatforms">
              <Button onClick={() => setImporting(true)}>Import</Button>
            </Allowed>
            <Button component="a" href={PATHS.exportPlatforms} download>
              Export
            </Button>
            <Allowed call="addPlatform">
              <Button variant="filled" onClick={() => onAdding(true)}>
                Add a platform
              </Button>
            </Allowed>
          </Group>
        }
        footer={<Footer rows={rows} />}
        read={platforms}
        failed="The platforms could not be read"
        room="24rem"
        lines={6}
      >
        {(list) => <PlatformList list={list} onChange={setChanged} onRemove={setRemoved} />}
      </ReadPanel>
      {platforms.data ? <StatusPagePanel platforms={rows} /> : null}
      <PlatformDialog opened={isEditing} row={rowOf(changed)} onAdded={ask} onClose={close} />
      <ImportDialog opened={isImporting} onAdded={ask} onClose={() => setImporting(false)} />
      <RemoveDialog
        opened={removed !== undefined}
        row={rowOf(removed)}
        onClose={() => setRemoved(undefined)}
      />
      <SimulatedDialog
        opened={isAsking && !isEditing && !isImporting}
        rows={simulated}
        onClose={() => setAsking(false)}
      />
    </Stack>
  );
}

interface PlatformListProps {
  list: readonly PlatformRow[];
  onChange: (id: string) => void;
  onRemove: (id: string) => void;
}

function PlatformList({ list, onChange, onRemove }: PlatformListProps) {
  const { data: states = [], age } = usePlatforms();
  const [found, filters] = useGroupFilters(list);
  const [shown, more] = useFirstRows(found, 'platforms');
  const ids = list.map(({ id }) => id);
  if (list.length === 0)
    return (
      <EmptyState
        icon={<IconAffiliate />}
        title="No platforms yet"
        description="Add a site, a port, a DNS name, a job that reports itself, or another mesh node."
      />
    );
  return (
    <>
      {filters}
      <ul>
        {shown.map((row) => (
          <PlatformCard
            key={row.id}
            row={row}
            state={states.find(({ id }) => id === row.id)}
            age={age}
            ids={ids}
            onChange={() => onChange(row.id)}
            onRemove={() => onRemove(row.id)}
          />
        ))}
      </ul>
      {more}
    </>
  );
}

/** Why not everything can be done with each. */
function Footer({ rows }: { rows: readonly PlatformRow[] }) {
  const isOfFile = rows.some(({ source, simulated }) => source === 'file' && !simulated);
  const hasOthers = rows.some(({ kind }) => kind !== 'mesh');
  const secret = rows.flatMap(({ name, secrets }) => (secrets.length > 0 ? [name] : []));
  return (
    <>
      {hasOthers ? (
        <p>
          Bundles, handshakes and proofs are for mesh nodes alone: nothing else signs its answers.
        </p>
      ) : null}
      {isOfFile ? <p>{FILE_REASON}</p> : null}
      <p>
        The export is the file that MESH_CONFIG reads. Passwords, tokens and headers are not in it
        {secret.length > 0 ? `: ${secret.join(', ')} would need them again` : ''}.
      </p>
    </>
  );
}
