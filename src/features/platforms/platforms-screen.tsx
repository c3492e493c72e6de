import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAffiliate } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { PATHS } from '../../../contract/paths.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { usePlatforms } from '../../console/platforms.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { useReady } from '../../device/use-ready.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { TableRows } from '../../ui/table-screen/table-rows.tsx';
import { useTable } from '../../ui/table-screen/use-table.ts';
import { useGroupFilters } from './group-filters.tsx';
import { FILE_REASON } from './platform-changes.ts';
import { platformColumns } from './platform-columns.tsx';
import type { PlatformMenuProps } from './platform-menu.tsx';
import styles from './platforms.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { SimulatedDialog } from './simulated-dialog.tsx';
import { WitnessingDialog } from './witnessing-dialog.tsx';
import '../../ui/theme/late-styles.css';

const PlatformDialog = lazyDialog(
  async () => (await import('./platform-dialog.tsx')).PlatformDialog,
);

const ImportDialog = lazyDialog(
  async () => (await import('./import/import-dialog.tsx')).ImportDialog,
);

const NAMES = { one: 'platform', many: 'platforms' };
/** In pixels. */
const ROW_HEIGHT = 41;
const idOf = ({ id }: PlatformRow) => id;

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
  const [edited, setEdited] = useState<string>();
  const [removed, setRemoved] = useState<string>();
  const [witness, setWitness] = useState<string>();
  const agreed = useReadData('witnessing');
  const [isImporting, setImporting] = useState(false);
  /** The first real platform was added. */
  const [isAsking, setAsking] = useState(false);
  useReady(!platforms.loading);
  const rowOf = (id: string | undefined) => rows.find((row) => row.id === id);
  const isEditing = isAdding || edited !== undefined;
  function close(): void {
    setEdited(undefined);
    if (isAdding) onAdding(false);
  }
  const open = { onEdit: setEdited, onRemove: setRemoved, onWitness: setWitness };
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
        {(list) => <PlatformList {...{ list, ...open }} />}
      </ReadPanel>
      <PlatformDialog opened={isEditing} row={rowOf(edited)} onAdded={ask} onClose={close} />
      <ImportDialog opened={isImporting} onAdded={ask} onClose={() => setImporting(false)} />
      <RemoveDialog
        opened={removed !== undefined}
        row={rowOf(removed)}
        onClose={() => setRemoved(undefined)}
      />
      <WitnessingDialog
        opened={witness !== undefined}
        row={agreed?.find(({ id }) => id === witness)}
        onClose={() => setWitness(undefined)}
      />
      <SimulatedDialog
        opened={isAsking && !isEditing && !isImporting}
        rows={simulated}
        onClose={() => setAsking(false)}
      />
    </Stack>
  );
}

interface PlatformListProps extends Omit<PlatformMenuProps, 'row' | 'ids'> {
  list: readonly PlatformRow[];
}

function PlatformList({ list, onEdit, onRemove, onWitness }: PlatformListProps) {
  const { data: states, age } = usePlatforms();
  const [rows, filters, search] = useGroupFilters(list);
  const table = useTable({ rows, idOf, list: search });
  const columns = useMemo(
    () => platformColumns({ ids: list.map(idOf), states, age, onEdit, onRemove, onWitness }),
    [list, states, age, onEdit, onRemove, onWitness],
  );
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
      <TableRows
        {...{ table, columns }}
        names={NAMES}
        className={styles.row}
        rowHeight={ROW_HEIGHT}
        rowProps={({ name }) => ({ 'aria-label': name })}
      />
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
