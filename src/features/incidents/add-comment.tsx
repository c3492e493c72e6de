import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useAction } from '../../console/actions.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { Allowed } from '../../ui/allowed.tsx';
import styles from './incident.module.css';

/** What somebody has found out, for the timeline. What could not be sent stays in the field. */
export function AddComment({ incident: { id, drillUntil } }: { incident: Incident }) {
  const [text, setText] = useState('');
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
        const comment = { params: { id: String(id) }, text: text.trim() };
        if (comment.text !== '') add(comment, { onSuccess: () => setText('') });
      }}
    >
      <Textarea
        label="Comment"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={TEXT_MAX.note}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="flex-end" mt="xs">
        <Allowed
          call="commentOnIncident"
          unless={text.trim() === '' ? 'Write something first.' : undefined}
        >
          <Button type="submit" loading={isPending}>
            Add comment
          </Button>
        </Allowed>
      </Group>
    </form>
  );
}
