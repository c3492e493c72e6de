import type { AlertSender, OutgoingAlert } from '../../../server/alerts/outgoing.ts';

const AT = Date.UTC(2026, 10, 23, 12);

export const SENDER: AlertSender = {
  product: 'Meridian',
  node: { id: 'meridian', name: 'Meridian', domain: 'meridian.mesh.example' },
  origin: 'https://console.example',
};

/** That Archive is down. */
export const DOWN: OutgoingAlert = {
  kind: 'down',
  step: 'down',
  decision: 'down',
  severity: 'error',
  title: 'Archive is down',
  text: 'archive.mesh.example: no <answer> & more.',
  tag: '/incidents/12',
  url: '/incidents/12',
  at: AT,
  incident: {
    id: 12,
    platform: { id: 'archive', name: 'Archive', domain: 'archive.mesh.example' },
    status: 'error',
    startedAt: AT - 60_000,
    endedAt: null,
    cause: 'no answer',
    drill: false,
    acknowledgedBy: null,
  },
};

export const BACK: OutgoingAlert = {
  ...DOWN,
  ...{ kind: 'back', step: 'recovered', decision: 'recovered', severity: 'success' },
  title: 'Archive is back',
};
