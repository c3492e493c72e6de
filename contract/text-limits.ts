/** Length limits of what a person types. The forms do not allow more and the server refuses more. */
export const TEXT_MAX = {
  username: 64,
  email: 254,
  password: 256,
  search: 200,
  bundleName: 255,
  platformName: 100,
  platformDomain: 253,
  /** Of platforms. */
  group: 64,
  tag: 32,
  address: 2048,
  /** As long as a record of DNS may be (RFC 1035: 16 bits of length). */
  dnsValue: 65_535,
  displayName: 64,
  displayReported: 80,
  build: 64,
  /** Of an acknowledgement or a maintenance window. */
  note: 500,
  incidentTitle: 120,
  /** A comment on an incident, an update, or a part of its after-report. */
  incidentText: 2000,
  handoverNote: 4000,
  alertName: 64,
  alertSecret: 1024,
  /** Of a title or text that a channel has in place of the built-in one. */
  alertTemplate: 2000,
  /** Of a passkey or an API token. */
  credentialName: 64,
  invitationNote: 200,
  /** Of an invitation. */
  secret: 64,
  /** A one-time code or a recovery code, with spaces and dashes. */
  typedCode: 64,
} as const;
