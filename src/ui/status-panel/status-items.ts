import type { StatusItem } from './status-panel.tsx';

/** The parts of the Route66 protocol, in plain words. */
export const ROUTE66_PARTS: readonly StatusItem[] = [
  {
    name: 'Signed handshake',
    text: 'Two platforms greet each other with signatures that name sender and receiver.',
  },
  {
    name: 'Heartbeat',
    text: 'Every platform is told at a fixed interval that this one is there.',
  },
  {
    name: 'Three-factor proof',
    text: 'A peer answers, calls back, and publishes a file, all before a deadline.',
  },
  {
    name: 'Bundle delivery',
    text: 'A validated bundle travels over the same signed calls to each of its targets.',
  },
];

/** What the sovereign standard asks of a platform, in plain words. */
export const COMPLIANCE_ITEMS: readonly StatusItem[] = [
  {
    name: 'Sovereign access levels',
    text: 'Every account has one of three levels.',
  },
  {
    name: 'Known peers only',
    text: 'Only the platforms of the mesh are spoken to, whatever a request asks.',
  },
  {
    name: 'Checked content',
    text: 'A bundle is inspected entry by entry before it can be deployed.',
  },
  {
    name: 'Kept record',
    text: 'What happens on the mesh is written down as an activity, with its time.',
  },
];
