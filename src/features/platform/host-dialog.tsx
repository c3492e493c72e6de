import { Code, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../console/actions.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { RevealDialog } from '../../ui/reveal-dialog.tsx';

interface HostDialogProps extends DialogProps {
  /** Of a platform, or of this node. */
  id: string;
  /** It has one, which stops. */
  hasAddress: boolean;
}

/** Gives a host an address to send its metrics to, which is shown this once. */
export function HostDialog({ id, hasAddress, ...dialog }: HostDialogProps) {
  const change = useAction('changeHost');
  const form = useForm({});
  return (
    <RevealDialog
      {...dialog}
      size="lg"
      title="Metrics of the host"
      revealedTitle="Where the host sends its metrics"
      advice="Copy it now: it is not shown again."
      form={(onReveal) => (
        <DialogForm
          form={form}
          submit={hasAddress ? 'Give it another address' : 'Give it an address'}
          onSave={async () => {
            const { report } = await change.mutateAsync({ params: { id }, renew: true });
            onReveal(`${location.origin}${report}/v1/metrics`);
          }}
          onClose={dialog.onClose}
          staysOpen
          isReady
        >
          <Text size="sm">
            The OpenTelemetry collector on the host sends processor, memory, disks, network and
            temperatures to an address that only it knows.
            {hasAddress ? ' The present one stops at once.' : null}
          </Text>
        </DialogForm>
      )}
    >
      {(url) => (
        <>
          <CopyField label="Address" value={url} isFocused />
          <Code block style={{ overflowX: 'auto' }}>
            {collectorText(url)}
          </Code>
        </>
      )}
    </RevealDialog>
  );
}

/** @returns a configuration of the OpenTelemetry collector */
const collectorText = (url: string) => `receivers:
  hostmetrics:
    collection_interval: 15s
    scrapers: { cpu: , memory: , filesystem: , paging: , network: , system: }
exporters:
  otlp_http:
    metrics_endpoint: ${url}
    encoding: json
service:
  pipelines:
    metrics: { receivers: [hostmetrics], exporters: [otlp_http] }`;
