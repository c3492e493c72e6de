import {
  IconActivityHeartbeat,
  IconFileSearch,
  IconRefresh,
  IconUpload,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
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
    <Panel title="Quick Actions" className={styles.panel ?? ''}>
      <div className={styles.actions}>
        <Action
          primary
          name="Upload ZIP Bundle"
          text="Have an archive checked and kept"
          icon={<IconUpload aria-hidden="true" />}
          onPress={onUpload}
        />
        <Action
          name="Sync Mesh"
          text="Handshake with every platform now"
          icon={<IconRefresh aria-hidden="true" />}
          busy={syncing}
          onPress={onSync}
        />
        <Action
          name="Run Diagnostics"
          text="Check every layer from here to the mesh"
          icon={<IconActivityHeartbeat aria-hidden="true" />}
          onPress={onDiagnostics}
        />
        <Action
          name="View System Logs"
          text="Search what has happened"
          icon={<IconFileSearch aria-hidden="true" />}
          onPress={onLogs}
        />
      </div>
    </Panel>
  );
}

interface ActionProps {
  name: string;
  text: string;
  icon: ReactNode;
  primary?: boolean;
  busy?: boolean;
  onPress: () => void;
}

function Action({ name, text, icon, primary = false, busy = false, onPress }: ActionProps) {
  const textId = useId();
  return (
    <Button
      kind={primary ? 'primary' : 'quiet'}
      className={styles.action}
      icon={icon}
      busy={busy}
      aria-describedby={textId}
      onClick={onPress}
    >
      <span className={styles.words}>
        <span>{name}</span>
        {/* Said as the button's description; its name stays the two or three words above. */}
        <span id={textId} className={styles.text} aria-hidden="true">
          {text}
        </span>
      </span>
    </Button>
  );
}
