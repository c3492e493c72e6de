/** The parts of the Route66 protocol, in plain words. */
export const ROUTE66_PARTS = {
  'Signed handshake':
    'Two platforms greet each other with signatures that name sender and receiver.',
  Heartbeat: 'Tells every platform at a fixed interval that this one is alive.',
  'Three-factor proof': 'A peer answers, calls back, and publishes a file, all before a deadline.',
  'Bundle delivery': 'A validated bundle is sent to each of its targets by signed calls.',
};

/** What the sovereign standard asks of a platform, in plain words. */
export const COMPLIANCE_ITEMS = {
  'Sovereign access levels': 'Every account has one of three levels.',
  'Known peers only': 'Only platforms of the mesh are contacted, whatever a request asks.',
  'Checked content': 'Every file of a bundle is checked before it can be deployed.',
  'Kept record': 'Every event of the mesh is recorded as an activity, with its time.',
};
