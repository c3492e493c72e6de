import { Button, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
  type Incident,
  type IncidentEvent,
  REPORT_PARTS,
  type ReportPart,
} from '../../../contract/shapes/incident.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { REPORT_TEXTS } from './event-texts.ts';
import styles from './incident.module.css';

interface AfterReportProps {
  incident: Incident;
  events: readonly IncidentEvent[];
}

type Parts = Record<ReportPart, string>;

/** What people say about an incident that is over: its newest words, printed with it. The timeline keeps the older ones. */
export function AfterReport({ incident, events }: AfterReportProps) {
  const [isWriting, setWriting] = useState(false);
  const isKnown = !isMissing(useRead('operators'));
  const written = partsOf(events);
  const isEmpty = REPORT_PARTS.every((part) => written[part] === '');
  // Nothing is kept of a drill, and what goes on has no report yet.
  if (incident.drillUntil !== null || !isKnown || (incident.endedAt === null && isEmpty))
    return null;
  return (
    <Panel
      title="After-report"
      actions={
        isWriting ? null : (
          <Allowed call="commentOnIncident">
            <Button size="xs" onClick={() => setWriting(true)}>
              {isEmpty ? 'Write' : 'Change'}
            </Button>
          </Allowed>
        )
      }
    >
      {isWriting ? (
        <ReportForm id={incident.id} written={written} onEnd={() => setWriting(false)} />
      ) : isEmpty ? (
        <Text size="sm" c="dimmed">
          Nobody has written yet what happened, why, and what is changed.
        </Text>
      ) : (
        <DescriptionList
          labelWidth="8rem"
          items={Object.fromEntries(
            REPORT_PARTS.map((part) => [
              REPORT_TEXTS[part],
              <span key={part} className={styles.said}>
                {written[part] || '—'}
              </span>,
            ]),
          )}
        />
      )}
    </Panel>
  );
}

/** Sends what has changed, part by part; what could not be sent stays in its field. */
function ReportForm({ id, written, onEnd }: { id: number; written: Parts; onEnd: () => void }) {
  const { mutateAsync: add } = useAction('commentOnIncident');
  const form = useForm({ initialValues: written });
  const changed = REPORT_PARTS.map((kind) => ({ kind, text: form.values[kind].trim() })).filter(
    ({ kind, text }) => text !== '' && text !== written[kind],
  );
  async function save(): Promise<void> {
    for (const part of changed) await add({ params: { id: String(id) }, ...part });
  }
  return (
    <div className={styles.comment}>
      <DialogForm
        form={form}
        failed="The report could not be saved"
        submit="Save report"
        disabled={changed.length === 0}
        onSave={save}
        onClose={onEnd}
      >
        {REPORT_PARTS.map((part) => (
          <Textarea
            key={part}
            label={REPORT_TEXTS[part]}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={TEXT_MAX.incidentText}
            {...form.getInputProps(part)}
          />
        ))}
      </DialogForm>
    </div>
  );
}

/** @returns the newest words of each part, without who said them; '' when nobody did */
function partsOf(events: readonly IncidentEvent[]): Parts {
  function said(part: ReportPart): string {
    const { text = '', by = text.split(': ')[0] ?? '' } =
      events.findLast(({ kind }) => kind === part) ?? {};
    return text.slice(`${by}: `.length);
  }
  return Object.fromEntries(REPORT_PARTS.map((part) => [part, said(part)])) as Parts;
}
