import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import {
  INCIDENT_PHASES,
  type Incident,
  type IncidentPhase,
} from '../../../contract/shapes/incident.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { PHASE_TEXTS } from './event-texts.ts';
import styles from './incident.module.css';

const KINDS = [
  { value: 'comment', label: 'Comment' },
  ...INCIDENT_PHASES.map((value) => ({ value, label: `Update: ${PHASE_TEXTS[value]}` })),
];

/** What somebody has found out, or how far they are, for the timeline. What could not be sent stays in the field. */
export function AddComment({ incident: { id, drillUntil } }: { incident: Incident }) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<IncidentPhase | 'comment'>('comment');
  const { isPending, mutate: add } = useAction('commentOnIncident', {
    failure: 'The comment could not be added',
  });
  const isKnown = !isMissing(useRead('operators'));
  // Nothing is kept of a drill.
  if (drillUntil !== null || !isKnown) return null;
  return (
    <form
      className={styles.comment}
      onSubmit={(event) => {
        event.preventDefault();
        const said = kind === 'comment' ? {} : { kind };
        const comment = { params: { id: String(id) }, text: text.trim(), ...said };
        if (comment.text !== '') add(comment, { onSuccess: () => setText('') });
      }}
    >
      <Textarea
        label="Comment"
        description={
          kind === 'comment' ? undefined : 'The public status page shows updates, where it is on.'
        }
        autosize
        minRows={1}
        maxRows={8}
        maxLength={TEXT_MAX.incidentText}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <NativeSelect
          aria-label="Kind"
          data={KINDS}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}
        />
        <Allowed
          call="commentOnIncident"
          unless={text.trim() === '' ? 'Write something first.' : undefined}
        >
          <Button type="submit" loading={isPending}>
            {kind === 'comment' ? 'Add comment' : 'Add update'}
          </Button>
        </Allowed>
      </Group>
    </form>
  );
}
