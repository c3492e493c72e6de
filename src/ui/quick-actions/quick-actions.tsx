import {
  IconActivityHeartbeat,
  IconFileSearch,
  IconRefresh,
  IconUpload,
} from '@tabler/icons-react';
import { Button } from '../button/button.tsx';
import { Panel } from '../panel/panel.tsx';
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
    <Panel title="Quick Actions">
      <div className={styles.actions}>
        <Button kind="primary" icon={<IconUpload aria-hidden="true" />} onClick={onUpload}>
          Upload ZIP Bundle
        </Button>
        <Button icon={<IconRefresh aria-hidden="true" />} busy={syncing} onClick={onSync}>
          Sync Mesh
        </Button>
        <Button icon={<IconActivityHeartbeat aria-hidden="true" />} onClick={onDiagnostics}>
          Run Diagnostics
        </Button>
        <Button icon={<IconFileSearch aria-hidden="true" />} onClick={onLogs}>
          View System Logs
        </Button>
      </div>
    </Panel>
  );
}
