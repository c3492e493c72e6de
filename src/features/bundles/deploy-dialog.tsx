import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { isRetry } from '../../domain/bundle-state.ts';
import type { Age } from '../../shared/model.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { deployNote, namesToTick, targetNamesOf, targetsOf } from './deploy-targets.ts';
import { TargetChoice } from './target-choice.tsx';

interface DeployDialogProps extends DialogProps {
  /** At least one. */
  bundles: readonly Bundle[];
  connections: readonly Connection[];
  /** Names of the targets that have the bundle already. */
  delivered: readonly string[];
  /** Names of those that it could not be delivered to. */
  failed: readonly string[];
  /** How far the states of the connections can be trusted. */
  age: Age;
  pending: boolean;
  /** @param platforms names of the chosen targets */
  onDeploy: (platforms: readonly string[]) => void;
}

/** Asks where to deploy: nothing is sent to a platform by one press alone. */
export const DeployDialog = formDialog(DeployForm, ({ bundles }: DeployDialogProps) => ({
  title: `Deploy ${bundles.length === 1 ? bundles[0]?.name : `${bundles.length} bundles`}`,
}));

function DeployForm(props: DeployDialogProps) {
  const { bundles, connections, delivered, failed, age, pending, onDeploy, onClose } = props;
  const targets = targetsOf(targetNamesOf(bundles), connections).map((target) =>
    delivered.includes(target.name) ? { ...target, disabledReason: 'Delivered' } : target,
  );
  // A platform that goes down while the dialog is open is marked, and stays as it was ticked.
  const isAgain = bundles.every(isRetry);
  const [first] = useState(() => namesToTick(targets, age, isAgain));
  const [own, setChosen] = useState<readonly string[]>();
  const isTried = (name: string) => !isAgain || failed.length === 0 || failed.includes(name);
  const chosen = own ?? first.filter(isTried);
  const sent = targets
    .filter(({ name, disabledReason }) => chosen.includes(name) && !disabledReason)
    .map(({ name }) => name);
  return (
    <Stack gap="md">
      <TargetChoice
        targets={targets}
        connections={connections}
        age={age}
        value={chosen}
        onChange={setChosen}
      />
      <Text size="sm" c="dimmed">
        {deployNote(targets, age)}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button onClick={onClose}>Cancel</Button>
        <Allowed call="deploy">
          <Button
            variant="filled"
            loading={pending}
            disabled={sent.length === 0}
            onClick={() => onDeploy(sent)}
          >
            {buttonText(sent)}
          </Button>
        </Allowed>
      </Group>
    </Stack>
  );
}

function buttonText(names: readonly string[]): string {
  if (names.length === 0) return 'Deploy';
  return names.length === 1 ? `Deploy to ${names[0]}` : `Deploy to ${names.length} platforms`;
}
