/** A part of a protocol or a standard, and what it is for. */
export interface StatusItem {
  readonly name: string;
  readonly text: string;
}

/** The parts of the Route66 protocol, in plain words. */
export const ROUTE66_PARTS: readonly StatusItem[] = [
  {
    name: 'Signed handshake',
    text: 'Two platforms greet each other with signatures that name sender and receiver.',
  },
  {
    name: 'Heartbeat',
    text: 'Tells every platform at a fixed interval that this one is alive.',
  },
  {
    name: 'Three-factor proof',
    text: 'A peer answers, calls back, and publishes a file, all before a deadline.',
  },
  {
    name: 'Bundle delivery',
    text: 'A validated bundle is sent to each of its targets by signed calls.',
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
    text: 'Only platforms of the mesh are contacted, whatever a request asks.',
  },
  {
    name: 'Checked content',
    text: 'Every file of a bundle is checked before it can be deployed.',
  },
  {
    name: 'Kept record',
    text: 'Every event of the mesh is recorded as an activity, with its time.',
  },
];
