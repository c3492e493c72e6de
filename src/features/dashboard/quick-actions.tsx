import { Button } from '@mantine/core';
import {
  type Icon,
  IconActivityHeartbeat,
  IconFileSearch,
  IconRefresh,
  IconUpload,
} from '@tabler/icons-react';
import { useId } from 'react';
import type { CallName } from '../../../contract/paths.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './quick-actions.module.css';

interface QuickActionsProps {
  /** A sync has been asked for and not answered yet. */
  syncing: boolean;
  onUpload: () => void;
  onSync: () => void;
  onDiagnostics: () => void;
  onLogs: () => void;
}

/** The four things that an operator does most. */
export function QuickActions(props: QuickActionsProps) {
  const { syncing, onUpload, onSync, onDiagnostics, onLogs } = props;
  return (
    <Panel title="Quick Actions" data-screen-only>
      <div className={styles.actions}>
        <Action
          primary
          call="upload"
          name="Upload ZIP Bundle"
          description="Upload and validate an archive"
          Icon={IconUpload}
          onPress={onUpload}
        />
        <Action
          call="sync"
          name="Sync Mesh"
          description="Contact every platform now"
          Icon={IconRefresh}
          busy={syncing}
          onPress={onSync}
        />
        <Action
          name="Run Diagnostics"
          description="Test every link from this screen to the mesh"
          Icon={IconActivityHeartbeat}
          onPress={onDiagnostics}
        />
        <Action
          name="View System Logs"
          description="Search all events"
          Icon={IconFileSearch}
          onPress={onLogs}
        />
      </div>
    </Panel>
  );
}

interface ActionProps {
  call?: CallName;
  name: string;
  description: string;
  Icon: Icon;
  primary?: boolean;
  busy?: boolean;
  onPress: () => void;
}

function Action({ call, name, description, Icon: Mark, primary, busy, onPress }: ActionProps) {
  const descriptionId = useId();
  return (
    <Allowed call={call}>
      <Button
        variant={primary ? 'filled' : 'default'}
        fullWidth
        h="auto"
        mih="var(--control-height)"
        px="sm"
        py="xs"
        justify="flex-start"
        leftSection={<Mark size="1.125rem" />}
        {...(busy && { loading: true })}
        aria-describedby={descriptionId}
        styles={{ label: { whiteSpace: 'normal' } }}
        onClick={onPress}
      >
        <span className={styles.words}>
          {name}
          {/* Said as the button's description; its name stays the words above. */}
          <span id={descriptionId} className={styles.description} aria-hidden="true">
            {description}
          </span>
        </span>
      </Button>
    </Allowed>
  );
}
