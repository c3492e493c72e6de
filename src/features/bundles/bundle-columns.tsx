import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import {
  bundleState,
  deployDisabledReason,
  isRetry,
  summarizeTargets,
} from '../../domain/bundle-state.ts';
import { troubleText } from '../../domain/bundle-text.ts';
import { sizeText } from '../../domain/format.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import { Allowed } from '../../ui/allowed.tsx';
import type { TableColumn } from '../../ui/card-table.tsx';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import styles from './bundle-table.module.css';

/** What can be done with a bundle. */
export interface BundleActions {
  /** Undefined where the server does not deploy. */
  readonly onDeploy: ((ids: readonly string[]) => void) | undefined;
  readonly onDetails: (id: string) => void;
}

interface BundleColumn extends TableColumn<Bundle> {
  /** How wide its placeholder is. */
  readonly placeholder: string;
}

interface BundleCells extends BundleActions {
  platformCount: number;
}

export function bundleColumns(cells: BundleCells): readonly BundleColumn[] {
  const { platformCount, onDeploy, onDetails } = cells;
  return [
    {
      name: 'Bundle Name',
      className: styles.title,
      placeholder: '70%',
      isHeader: true,
      cell: (bundle) => <Title bundle={bundle} onDetails={onDetails} />,
    },
    {
      name: 'Status',
      className: styles.status,
      placeholder: '5rem',
      cell: (bundle) => <BundleBadge bundle={bundle} />,
    },
    {
      name: 'Platform Target',
      className: styles.targets,
      placeholder: '6rem',
      cell: ({ targetPlatforms }) => (
        <Targets targets={targetPlatforms} platformCount={platformCount} />
      ),
    },
    {
      name: 'Upload Time',
      className: styles.time,
      placeholder: '8rem',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(momentOf(createdAt))}</time>,
    },
    {
      name: 'Actions',
      className: styles.actions,
      placeholder: '9rem',
      cell: (bundle) => (
        <Group gap="xs" wrap="nowrap" className={styles.buttons}>
          {onDeploy ? (
            <DeployButton bundle={bundle} onDeploy={() => onDeploy([String(bundle.id)])} />
          ) : null}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`Details of ${bundle.name}`}
            onClick={() => onDetails(String(bundle.id))}
          >
            Details
          </Button>
        </Group>
      ),
    },
  ];
}

function Title({ bundle, onDetails }: { bundle: Bundle } & Pick<BundleActions, 'onDetails'>) {
  const trouble = troubleText(bundle);
  return (
    <>
      <Group gap="xs" align="baseline" wrap="nowrap">
        <BundleName name={bundle.name} onClick={() => onDetails(String(bundle.id))} />
        <Text span size="xs" c="dimmed" flex="none">
          {sizeText(bundle.size)}
        </Text>
      </Group>
      {trouble ? (
        <Text size="xs" c={bundle.reason ? 'red' : 'yellow'} lineClamp={2}>
          {trouble}
        </Text>
      ) : null}
    </>
  );
}

/** A name in two lines at most. A press shows it whole, with the details. */
function BundleName({ name, onClick }: { name: string; onClick: () => void }) {
  // Not in the order of the keyboard: the row's Details button does the same.
  return (
    <UnstyledButton
      className={styles.name}
      fz="inherit"
      fw={500}
      tabIndex={-1}
      title={name}
      onClick={onClick}
    >
      {/* One text: in pieces it would not be found on the page, nor copied or read out whole. */}
      <Text span inherit lineClamp={2}>
        {name}
      </Text>
    </UnstyledButton>
  );
}

/** How far a bundle has got. Only trouble fills its badge with colour. */
export function BundleBadge({ bundle }: { bundle: Bundle }) {
  const { label, color } = bundleState(bundle);
  const isTrouble = color === 'red' || color === 'yellow';
  return (
    <Badge variant={isTrouble ? 'light' : 'dot'} color={color} maw="100%">
      {label}
    </Badge>
  );
}

interface TargetsProps {
  targets: readonly string[] | null;
  platformCount: number;
}

function Targets({ targets, platformCount }: TargetsProps) {
  const [opened, setOpened] = useState(false);
  const { text, hidden } = summarizeTargets(targets, platformCount);
  if (hidden.length === 0) return text;
  return (
    <>
      {text}{' '}
      <LazyPopover
        opened={opened}
        onChange={setOpened}
        button={
          <UnstyledButton fz="inherit" fw={500} aria-label={`${hidden.length} more platforms`}>
            +{hidden.length}
          </UnstyledButton>
        }
      >
        <Text size="sm" maw="20rem">
          {hidden.join(', ')}
        </Text>
      </LazyPopover>
    </>
  );
}

function DeployButton({ bundle, onDeploy }: { bundle: Bundle; onDeploy: () => void }) {
  const reason = deployDisabledReason(bundle);
  const verb = isRetry(bundle) ? 'Retry' : 'Deploy';
  // It keeps the focus and says why it does nothing: `disabled` would take both away.
  return (
    <Allowed call={reason ? undefined : 'deploy'}>
      <Button
        size="xs"
        aria-label={`${verb} ${bundle.name}${reason ? `: ${reason}` : ''}`}
        {...(reason
          ? { 'aria-disabled': true, 'data-disabled': true, bg: 'transparent', title: reason }
          : { onClick: onDeploy })}
      >
        {verb}
      </Button>
    </Allowed>
  );
}
