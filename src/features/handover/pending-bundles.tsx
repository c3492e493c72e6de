import { Anchor, Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useOutbox } from '../../console/outbox.ts';
import { bundleState } from '../../domain/bundle-state.ts';
import { momentOf, momentText } from '../../domain/moment.ts';
import { canRetry, isUnsent, stateText } from '../../domain/upload-text.ts';
import type { DataRead } from '../../ui/read-state.tsx';
import styles from './handover.module.css';
import { Nothing, Part, Row } from './part.tsx';

/** Older ones are counted. */
const SHOWN_MAX = 10;

/**
 * What is on its way: uploads of this device that are not sent, and bundles that are not where they should be. What was
 * refused waits for nothing, and bundles that nobody has deployed are counted.
 */
export function PendingBundles({ bundles }: { bundles: DataRead<readonly Bundle[]> }) {
  const unsent = useOutbox().filter(
    (row) => isUnsent(row) && (row.state.state !== 'failed' || canRetry(row)),
  );
  return (
    <Part title="Uploads and bundles" read={bundles}>
      {(list) => {
        const pending = list.filter(isPending);
        const idle = list.filter((bundle) => bundleState(bundle).stage === 'validated').length;
        if (unsent.length + pending.length + idle === 0)
          return <Nothing text="No uploads waiting, no bundle on its way" />;
        const more = pending.length - SHOWN_MAX;
        return (
          <ul>
            {unsent.map((row) => (
              <Row key={row.id}>
                <Text span inherit className={styles.text ?? ''}>
                  <b>{row.name}</b> on this device
                </Text>
                <Text span inherit c={row.state.state === 'failed' ? 'red' : 'dimmed'}>
                  {stateText(row)}
                </Text>
              </Row>
            ))}
            {pending.slice(0, SHOWN_MAX).map((bundle) => (
              <BundleRow key={String(bundle.id)} bundle={bundle} />
            ))}
            {more > 0 ? <BundlesLink>and {more.toLocaleString()} older</BundlesLink> : null}
            {idle > 0 ? (
              <BundlesLink>
                {idle.toLocaleString()} {idle === 1 ? 'bundle is' : 'bundles are'} not deployed
                anywhere
              </BundlesLink>
            ) : null}
          </ul>
        );
      }}
    </Part>
  );
}

const BundlesLink = ({ children }: { children: ReactNode }) => (
  <Row>
    <Anchor size="sm" renderRoot={(props) => <Link to="/zip-bundles" {...props} />}>
      {children}
    </Anchor>
  </Row>
);

function BundleRow({ bundle }: { bundle: Bundle }) {
  const { label, color } = bundleState(bundle);
  return (
    <Row>
      <div className={styles.text}>
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => (
            <Link to="/zip-bundles" search={{ bundle: String(bundle.id) }} {...props} />
          )}
        >
          {bundle.name}
        </Anchor>
        <Text size="sm" c="dimmed">
          Uploaded {momentText(momentOf(bundle.createdAt))}
        </Text>
      </div>
      <Badge color={color}>{label}</Badge>
    </Row>
  );
}

function isPending(bundle: Bundle): boolean {
  const { stage, color } = bundleState(bundle);
  if (stage === 'partly-deployed') return color === 'yellow';
  return stage === 'validating' || stage === 'deploying';
}
