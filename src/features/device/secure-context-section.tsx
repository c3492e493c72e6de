import { Button, List, ScrollArea, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lostFeatures } from '../../device/app-window.ts';
import { Section } from '../../ui/section.tsx';
import { useAskedFor } from '../../ui/use-loaded.ts';
import { LOST_TEXTS } from './device-texts.ts';

/** The guide of docs/tls.md. It loads when it is asked for. */
async function loadGuide() {
  const { default: guide } = await import('../../../docs/tls.md?raw');
  return () => (
    <ScrollArea.Autosize mah="24rem" viewportProps={{ tabIndex: 0, 'aria-label': 'HTTPS guide' }}>
      <Text component="pre" size="xs" ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
        {guide}
      </Text>
    </ScrollArea.Autosize>
  );
}

/** Whether the page came over HTTPS, and how to get there. */
export function SecureContextSection() {
  const [reading, setReading] = useState(false);
  const Guide = useAskedFor(loadGuide, reading, () => setReading(false));
  const guide = Guide ? <Guide /> : <Button onClick={() => setReading(true)}>Show how</Button>;
  return <SecureContextView lost={lostFeatures()} guide={guide} />;
}

interface SecureContextViewProps {
  /** What the browser has switched off; empty in a secure context. */
  lost: readonly (keyof typeof LOST_TEXTS)[];
  /** How it is fixed. */
  guide: ReactNode;
}

export function SecureContextView({ lost, guide }: SecureContextViewProps) {
  return (
    <Section title="Secure context">
      {lost.length === 0 ? (
        <Text size="sm">Secure connection: all features are available.</Text>
      ) : (
        <>
          <Text size="sm">
            This page came over plain HTTP, so anybody on the network can read and change it. The
            browser switches off:
          </Text>
          <List size="sm">
            {lost.map((feature) => (
              <List.Item key={feature}>
                <b>{LOST_TEXTS[feature][0]}</b>: {LOST_TEXTS[feature][1]}
              </List.Item>
            ))}
          </List>
          <Text size="sm">
            Signing in, live data and uploads work. To get the rest, serve the console over HTTPS.
          </Text>
          <div>{guide}</div>
        </>
      )}
    </Section>
  );
}
