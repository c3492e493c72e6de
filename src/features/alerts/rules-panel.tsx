import { Button, Card, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { CERTIFICATE_DAYS } from '../../../contract/certificate.ts';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useAction } from '../../console/actions.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { reachesNobody } from '../../domain/alert-reach.ts';
import { durationText } from '../../domain/format.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { channelText } from './channel-text.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { payloadOf } from './rule-form.ts';
import { TurnOnHere } from './turn-on-here.tsx';

/** When whom to alert, each rule as a sentence. */
export function RulesPanel() {
  const rules = useRead('alertRules');
  const { data: known, loading } = useRead('alertChannels');
  const channels = known ?? [];
  const platforms = useReadData('connections') ?? [];
  /** 0: a new one; else the id of the one that is changed. */
  const [edited, setEdited] = useState<number>();
  const changed = rules.data?.find(({ id }) => id === edited);
  return (
    <ReadPanel
      title="Rules"
      description="Maintenance is silent, and an acknowledged incident is not repeated"
      actions={
        <Allowed call="addAlertRule">
          <Button leftSection={<IconListCheck size={18} />} onClick={() => setEdited(0)}>
            Add a rule
          </Button>
        </Allowed>
      }
      // Its sentences name channels, and say where those reach nobody: without them it would grow.
      read={loading ? { ...rules, data: undefined, loading } : rules}
      failed="The rules could not be read"
      room="34.875rem"
      lines={2}
    >
      {(list) => (
        <>
          {list.length === 0 ? (
            <EmptyState
              title="No rules: nobody is alerted"
              description="The bell still lists what happens."
              icon={<IconListCheck />}
            />
          ) : null}
          <Stack component="ul" gap="sm" mih={list.length > 0 ? '10.75rem' : undefined}>
            {list.map((rule) => (
              <RuleCard
                key={rule.id}
                rule={rule}
                texts={ruleTexts(rule, channels, platforms)}
                nobody={known && rule.enabled ? reachesNobody(rule, known) : undefined}
                onChange={() => setEdited(rule.id)}
              />
            ))}
          </Stack>
          <RuleDialog
            opened={edited !== undefined}
            rule={changed}
            channels={channels}
            platforms={platforms}
            onClose={() => setEdited(undefined)}
          />
        </>
      )}
    </ReadPanel>
  );
}

interface RuleCardProps {
  rule: Rule;
  texts: ReturnType<typeof ruleTexts>;
  /** Why it reaches nobody now. */
  nobody: ReturnType<typeof reachesNobody>;
  onChange: () => void;
}

function RuleCard({ rule, texts: { when, who, more }, nobody, onChange }: RuleCardProps) {
  const { id, name, enabled } = rule;
  const params = { id: String(id) };
  const change = useAction('changeAlertRule', {
    success: 'Rule changed',
    failure: 'The rule could not be changed',
  });
  const removal = useAction('removeAlertRule', {
    success: 'Rule removed',
    failure: 'The rule could not be removed',
  });
  return (
    <Card component="li" aria-label={name} padding="sm">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Text fw={600} c={enabled ? '' : 'dimmed'}>
          {name}
        </Text>
        <Allowed call="changeAlertRule">
          <EnabledSwitch
            name={name}
            enabled={enabled}
            disabled={change.isPending || removal.isPending}
            onChange={() => change.mutate({ ...payloadOf(rule), params, enabled: !enabled })}
          />
        </Allowed>
      </Group>
      <Text size="sm">
        {when} → {who}
      </Text>
      {more.map((text) => (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      ))}
      {nobody ? (
        <Group gap="xs" mt="xs">
          <Text size="sm" c="yellow" fw={500}>
            {NOBODY_TEXTS[nobody]}
          </Text>
          {nobody === 'no device' ? <TurnOnHere /> : null}
        </Group>
      ) : null}
      <Group gap="xs" mt="sm">
        <Allowed call="changeAlertRule">
          <Button size="xs" onClick={onChange}>
            Change
          </Button>
        </Allowed>
        <Allowed call="removeAlertRule">
          <ConfirmButton
            size="xs"
            question={{
              title: `Remove ${name}?`,
              text: 'Nobody is alerted by this rule any more.',
              confirm: 'Remove rule',
            }}
            onConfirm={() => removal.mutate({ params })}
          >
            Remove
          </ConfirmButton>
        </Allowed>
      </Group>
    </Card>
  );
}

const NOBODY_TEXTS = {
  off: 'Its channels are off: nobody is alerted.',
  'no device': '0 devices: nobody is alerted.',
} as const;

const MINUTE_MS = 60_000;

/** @returns what a rule does, as sentences without their ends; in `more` repetition, recovery and quiet hours */
export function ruleTexts(
  rule: Rule,
  channels: readonly Channel[],
  platforms: readonly Pick<Connection, 'id' | 'name'>[],
) {
  const { repeatMin, recovered, quiet } = rule;
  const names = rule.platforms.map((id) => platforms.find((one) => one.id === id)?.name ?? id);
  const where = [
    ...(rule.groups ?? []).map((group) => `group ${group}`),
    ...(rule.tags ?? []).map((tag) => `tag ${tag}`),
    ...names,
  ].join(', ');
  const { when, back } = TEXTS[rule.about ?? 'platform'](rule, where);
  return {
    when,
    who: whoText(channels, rule),
    more: [
      ...(rule.steps ?? []).map(
        (step, index) =>
          `Step ${index + 2} after ${durationText(step.afterMin * MINUTE_MS)} → ${whoText(channels, step)}`,
      ),
      ...(rule.steps?.length
        ? [
            'steps come after half of their time while nobody has seen it, at once if no alert arrived',
          ]
        : []),
      ...(repeatMin === null
        ? []
        : [`again every ${durationText(repeatMin * MINUTE_MS)} until somebody is on it`]),
      ...(recovered ? [`and when it is ${back}`] : []),
      ...(quiet === null ? [] : [`quiet from ${quiet.from} to ${quiet.to} (${quiet.timeZone})`]),
    ],
  };
}

const whoText = (channels: readonly Channel[], { channels: ids }: Pick<Rule, 'channels'>) =>
  ids.map((id) => channelText(channels, id)).join(', ') || 'Nobody';

function platformTexts({ status, afterSec }: Rule, where: string) {
  const state = status === 'error' ? 'down' : 'late or down';
  return { when: `${where || 'Any platform'} ${state}${heldText(afterSec)}`, back: 'back' };
}

const heldText = (afterSec: number) =>
  afterSec === 0 ? '' : ` for ${durationText(afterSec * 1000)}`;

function personTexts({ afterSec }: Rule, where: string) {
  const about = where === '' ? '' : ` that affects ${where}`;
  const when = `Incident by a person${about} open${heldText(afterSec)}`;
  return { when, back: 'resolved' };
}

function certificateTexts({ status }: Rule, where: string) {
  const { warning, error } = CERTIFICATE_DAYS;
  const days = status === 'error' ? error : `${warning} and ${error}`;
  const when = `Certificate of ${where || 'any platform or this server'}: ${days} days left`;
  return { when, back: 'renewed' };
}

const TEXTS = { platform: platformTexts, certificate: certificateTexts, person: personTexts };
