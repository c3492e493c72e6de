import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
import table from '../../ui/card-table.module.css';
import { LazyPopover } from '../../ui/lazy-popup.tsx';
import styles from './bundle-table.module.css';

/** What can be done with a bundle. */
export interface BundleActions {
  /** Undefined where the server does not deploy. */
  readonly onDeploy: ((ids: readonly string[]) => void) | undefined;
  readonly onDetails: (id: string) => void;
}

interface BundleRowProps extends BundleActions {
  bundle: Bundle;
  platformCount: number;
  /** Undefined: rows cannot be selected. */
  check: ReactNode;
  isSelected: boolean;
}

export function BundleRow(props: BundleRowProps) {
  const { bundle, platformCount, check, isSelected, onDeploy, onDetails } = props;
  const { name, size, targetPlatforms, createdAt } = bundle;
  const trouble = troubleText(bundle);
  const id = String(bundle.id);
  return (
    <tr
      className={`${table.row} ${styles.row}`}
      data-row={id}
      data-selected={isSelected || undefined}
    >
      {check ? <td className={styles.check}>{check}</td> : null}
      <th scope="row" className={styles.title}>
        <Group gap="xs" align="baseline" wrap="nowrap">
          <BundleName name={name} onClick={() => onDetails(id)} />
          <Text span size="xs" c="dimmed" flex="none">
            {sizeText(size)}
          </Text>
        </Group>
        {trouble ? (
          <Text size="xs" c={bundle.reason ? 'red' : 'yellow'} lineClamp={2}>
            {trouble}
          </Text>
        ) : null}
      </th>
      <td className={styles.status}>
        <BundleBadge bundle={bundle} />
      </td>
      <td className={styles.targets}>
        <Targets targets={targetPlatforms} platformCount={platformCount} />
      </td>
      <td className={styles.time}>
        <time dateTime={createdAt}>{momentText(momentOf(createdAt))}</time>
      </td>
      <td className={styles.actions}>
        <Group gap="xs" wrap="nowrap" className={styles.buttons}>
          {onDeploy ? <DeployButton bundle={bundle} onDeploy={() => onDeploy([id])} /> : null}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={`Details of ${name}`}
            onClick={() => onDetails(id)}
          >
            Details
          </Button>
        </Group>
      </td>
    </tr>
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
