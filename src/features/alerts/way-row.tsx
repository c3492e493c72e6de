import { Text } from '@mantine/core';
import { useDisabledReason } from '../../console/permissions.ts';
import type { Way } from '../../domain/alert-ways.ts';
import type { Age } from '../../shared/model.ts';
import { StatusShape } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './alerts.module.css';
import { nobodyText, wayText } from './channel-text.ts';
import { WayAction, type WayActionProps } from './way-action.tsx';
import { WayMenu } from './way-menu.tsx';
import { proofOfWay, WayProofText } from './way-proof.tsx';
import { OldSecret } from './webhook-secret.tsx';

interface WayRowProps extends Pick<WayActionProps, 'way' | 'rules'> {
  age: Age;
  /** Opens the dialog of its channel. */
  onChange: () => void;
}

/** One way: what it is, which rules lead to it, whether it works, what mends it. */
export function WayRow({ way, rules, age, onChange }: WayRowProps) {
  const { channel, isBroken, state } = way;
  const { name, texts } = channel;
  const mayChange = useDisabledReason('changeAlertChannel') === undefined;
  const works = state === 'works' && age === 'fresh';
  const proof = proofOfWay(channel.id, rules);
  const isLost = proof?.proof.state === 'failed' && proof.lost.length > 0;
  return (
    <li aria-label={name} className={styles.row} data-broken={isBroken || undefined}>
      <StatusShape status={isBroken || isLost ? 'error' : works ? 'connected' : 'unknown'} />
      <div className={styles.name}>
        <b>{name}</b> <span>{wayText(channel)}</span>
      </div>
      <div className={styles.rules}>
        {way.rules.length > 0 ? `← ${way.rules.join(', ')}` : null}
      </div>
      <div className={styles.state}>
        <StateText {...way} />
        {channel.seenAt ? <TimeAgo span at={channel.seenAt} prefix=", last seen" /> : null}
        {proof ? <WayProofText {...proof} /> : null}
      </div>
      <div className={styles.action}>
        <WayAction {...{ way, rules, mayChange }} />
      </div>
      <div className={styles.menu}>{mayChange ? <WayMenu {...{ way, onChange }} /> : null}</div>
      <div className={styles.notes}>
        {texts?.failure ? (
          <Text size="sm" c="yellow">
            The built-in text was sent <TimeAgo span at={texts.failure.at} />: its own failed.{' '}
            {texts.failure.text}
          </Text>
        ) : null}
        <OldSecret channel={channel} />
      </div>
    </li>
  );
}

function StateText({ channel, state, deliveredAt, error }: Way) {
  if (state === 'works')
    return (
      <>
        Last delivered <TimeAgo span at={deliveredAt} />
      </>
    );
  if (state === 'failing')
    return (
      <>
        Failed <TimeAgo span at={error?.at} />: {error?.text}
        {channel.lastDelivery?.state === 'waiting' ? ' It is tried again.' : null}
      </>
    );
  if (state === 'nobody') return nobodyText(channel);
  return STATE_TEXTS[state];
}

const STATE_TEXTS = { off: 'Off', unused: 'In no rule', untried: 'Nothing sent yet' };
