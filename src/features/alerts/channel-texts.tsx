import { Alert, Button, Card, Code, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { scrollTo } from '../../ui/dialog-form.tsx';
import type { ChannelValues } from './channel-form.ts';

const VARIABLES = [
  ...['title', 'text', 'step', 'severity', 'link', 'product', 'node', 'on_duty'],
  ...['platform.name', 'platform.domain', 'platform.id', 'incident.id', 'incident.cause'],
  ...['incident.started', 'incident.ended', 'incident.duration', 'incident.acknowledged_by'],
];

/** What messages about incidents say in place of the built-in texts, tried on a real one by the server. */
export function ChannelTexts({ form }: { form: UseFormReturnType<ChannelValues> }) {
  const { data, error, isPending, mutate } = useAction('previewAlert');
  const { title, text } = form.values;
  return (
    <Stack gap="xs">
      <TextInput
        label="Title of a message"
        description="A Liquid template. Empty: the built-in one"
        placeholder="{{ platform.name }}: {{ step }}"
        maxLength={TEXT_MAX.alertTemplate}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Text of a message"
        description="Messages about several incidents, and tests, have the built-in texts"
        placeholder="{{ text }} Since {{ incident.started | date: '%H:%M' }} UTC."
        maxLength={TEXT_MAX.alertTemplate}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('text')}
      />
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        It may name <Code>{VARIABLES.join(', ')}</Code>. When it fails, the built-in text is sent
        and the channel says so.
      </Text>
      <Button mr="auto" loading={isPending} onClick={() => mutate({ texts: { title, text } })}>
        Preview
      </Button>
      <div role="status">
        {data ? (
          <Card ref={scrollTo} padding="sm">
            <Text size="xs" c="dimmed">
              Incident {data.incident}
            </Text>
            <Text fw={600}>{data.title}</Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {data.text}
            </Text>
          </Card>
        ) : null}
      </div>
      {error ? (
        <Alert ref={scrollTo} color="red" role="alert" title="It cannot be filled in">
          {error.userMessage}
        </Alert>
      ) : null}
    </Stack>
  );
}
