import { Menu } from '@mantine/core';
import {
  IconArrowRight,
  IconBook,
  IconCheck,
  IconPencilPlus,
  IconTool,
  IconUserMinus,
  IconUserShare,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useAction } from '../../console/actions.ts';
import { useDisabledReason, useDisabledReasons } from '../../console/permissions.ts';
import { isMissing, useRead, useReadData } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';
import { runbookOf } from '../../domain/incident-text.ts';
import type { PopupProps } from '../../ui/popover.tsx';
import { useResolve } from './resolve-button.tsx';

export interface ProblemMenuProps {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
  /** This is its own screen, to which nothing has to lead. */
  isOwnScreen: boolean;
  onNote: () => void;
  onHandOver: () => void;
}

/** What else can be done about an incident, as far as this account may, around the button that opens it. */
export function ProblemMenu(props: ProblemMenuProps & PopupProps) {
  const { incident, title, isOwnScreen, onNote, onHandOver, target, ...menu } = props;
  const reasonOf = useDisabledReasons();
  const hasOperators = !isMissing(useRead('operators'));
  const hasWindows = !isMissing(useRead('maintenance'));
  const runbook = runbookOf(useReadData('connections'), incident.platform);
  const release = useAction('releaseIncident', {
    success: { title: 'You are no longer on it', message: title },
    failure: 'Could not be released',
  });
  const isOwn = incident.acknowledgement?.by === accountName();
  // Nothing is kept of a drill but who is on it.
  const isNoted = isOwn || incident.drillUntil === null;
  const isOfPlatform = incident.platform !== '' && incident.scope !== 'node';
  return (
    <Menu {...menu} position="bottom-end" width={180} withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {hasOperators && isNoted && !reasonOf('commentOnIncident') ? (
          <Menu.Item leftSection={<IconPencilPlus {...ICON} />} onClick={onNote}>
            Note
          </Menu.Item>
        ) : null}
        {hasOperators && !reasonOf('handOverIncident') ? (
          <Menu.Item leftSection={<IconUserShare {...ICON} />} onClick={onHandOver}>
            Hand over
          </Menu.Item>
        ) : null}
        {isOwn ? (
          <Menu.Item
            leftSection={<IconUserMinus {...ICON} />}
            onClick={() => release.mutate({ params: { id: String(incident.id) } })}
          >
            Release
          </Menu.Item>
        ) : null}
        {isOwnScreen ? null : <ResolveItem incident={incident} />}
        {hasWindows && isOfPlatform && !reasonOf('planMaintenance') ? (
          <Menu.Item
            leftSection={<IconTool {...ICON} />}
            renderRoot={(item) => (
              <Link to="/maintenance" search={{ new: 1, platform: incident.platform }} {...item} />
            )}
          >
            Maintenance
          </Menu.Item>
        ) : null}
        {runbook ? (
          <Menu.Item
            leftSection={<IconBook {...ICON} />}
            component="a"
            href={runbook}
            target="_blank"
            rel="noreferrer"
          >
            Runbook
          </Menu.Item>
        ) : null}
        {isOwnScreen ? null : (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconArrowRight {...ICON} />}
              renderRoot={(item) => (
                <Link to="/incidents/$id" params={{ id: String(incident.id) }} {...item} />
              )}
            >
              Open
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends what a person opened; its own screen has a button for it. */
function ResolveItem({ incident }: Pick<ProblemMenuProps, 'incident'>) {
  const isRefused = useDisabledReason('commentOnIncident') !== undefined;
  const { resolve } = useResolve(incident);
  if (isRefused || incident.openedBy === undefined) return null;
  return (
    <Menu.Item leftSection={<IconCheck {...ICON} />} onClick={resolve}>
      Resolve
    </Menu.Item>
  );
}

const ICON = { size: 18, 'aria-hidden': true } as const;
