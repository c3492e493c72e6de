import { DAY_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { LONG_TEXT, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { AccountScreen } from './account-screen.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RemoveAccountDialog } from './remove-account-panel.tsx';
import { SecondFactorDialog, type SetUpStep } from './second-factor-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';

const session = {
  ...{ browser: 'Chrome on Linux', address: '127.0.0.1', current: false },
  ...{ createdAt: NOW - DAY_MS, lastSeenAt: NOW - MINUTE_MS, expiresAt: NOW + 30 * DAY_MS },
};

/** An account that protects itself well, and has everything. */
export const FULL: AccountDetails = {
  ...{ username: 'ada', email: 'ada@mesh.example', role: 'admin', source: 'local' },
  createdAt: NOW - 200 * DAY_MS,
  sessions: [
    { ...session, id: 's1', current: true, lastSeenAt: NOW },
    { ...session, id: 's2', browser: 'Safari on iOS', address: '192.0.2.17' },
    { ...session, id: 's3', browser: 'Firefox on Windows', address: '2001:db8::17' },
  ],
  passkeys: [
    {
      ...{ id: 'p1', name: 'Chrome on Linux', synced: false, host: 'mesh.example' },
      ...{ createdAt: NOW - 90 * DAY_MS, lastUsedAt: NOW - 5 * MINUTE_MS },
    },
    {
      ...{ id: 'p2', name: 'Phone', synced: true, host: 'mesh.example' },
      ...{ createdAt: NOW - 30 * DAY_MS, lastUsedAt: null },
    },
  ],
  passkeyProblem: null,
  codesSince: NOW - 60 * DAY_MS,
  recoveryCodesLeft: 8,
  secondFactorRequired: true,
  tokens: [
    {
      ...{ id: 't1', name: 'Deployment pipeline', role: 'operator' },
      ...{ createdAt: NOW - 10 * DAY_MS, expiresAt: NOW + 80 * DAY_MS, lastUsedAt: NOW },
    },
    {
      ...{ id: 't2', name: 'Old dashboard', role: 'viewer' },
      ...{ createdAt: NOW - 99 * DAY_MS, expiresAt: NOW - 9 * DAY_MS, lastUsedAt: null },
    },
  ],
  confirmedUntil: NOW,
};

/** As it is after a sign-up. */
export const EMPTY: AccountDetails = {
  ...FULL,
  role: 'viewer',
  sessions: FULL.sessions.slice(0, 1),
  ...{ passkeys: [], codesSince: null, recoveryCodesLeft: 0, tokens: [] },
  secondFactorRequired: false,
};

export const CODES = [
  ...['k7qf-3m2p-9xwd-2t8n-vq4h-6rzs-8kpv', 'b4tn-8hrz-2cvj-9wkm-5xgd-3pfy-3dxg'],
  ...['m9yw-5gks-7dpf-4bvn-8zrt-2hqc-6wrn', 'x2jc-6vbn-4rtq-7kfm-3wyd-9hsz-9ctm'],
  ...['h8zd-9pmw-3kfy-6qxs-2njb-5vct-4bzj', 'q5gs-2wxt-8bnc-3vhd-7mzr-4kyp-7fhq'],
  ...['d3vr-7kjh-6mzp-8tcw-9xbq-2gfn-2ysk', 'w6fy-4qcd-9tgs-5hnj-3kxm-7vbz-5gvd'],
  ...['n2bx-5rhv-8kjm-2ypf-6tdw-4zqs-8nxw', 't9pz-3ywf-6dqc-7gbk-8mhx-5rvj-3qmp'],
];
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const CODE_STEP = {
  kind: 'codes' as const,
  setUp: {
    secret: SECRET,
    uri: `otpauth://totp/Meridian:ada?secret=${SECRET}&issuer=Meridian`,
  },
};

const SESSION = {
  user: { username: 'ada', email: '', sovereignLevel: 'S11.1+Atom2' },
  expiresAt: NOW,
  role: 'admin',
} as const;

const screen = (account: AccountDetails, stand?: Stand) => (
  <Seeded entries={[...known('session', SESSION), ...known('account', account, stand)]}>
    <AccountScreen onSignedOut={nothing} />
  </Seeded>
);

const step = (shown: SetUpStep) => (
  <SecondFactorDialog step={shown} account={FULL} onStep={nothing} onClose={nothing} />
);

const LONG: AccountDetails = {
  ...FULL,
  ...{ username: LONG_WORD, email: `${LONG_WORD}@mesh.example`, passkeyProblem: LONG_TEXT },
  sessions: FULL.sessions.map((one) => ({ ...one, browser: LONG_WORD, address: LONG_WORD })),
  passkeys: FULL.passkeys.map((one) => ({ ...one, name: LONG_WORD, host: LONG_WORD })),
  tokens: FULL.tokens.map((one) => ({ ...one, name: LONG_WORD })),
};

export const stories: StorySet = {
  title: 'Account',
  alone: true,
  stories: {
    full: () => screen(FULL),
    'after a sign-up': () => screen(EMPTY),
    'second factor demanded': () => screen({ ...EMPTY, secondFactorRequired: true }),
    'few recovery codes': () => screen({ ...FULL, passkeys: [], recoveryCodesLeft: 1 }),
    'of an OpenID provider': () => screen({ ...EMPTY, source: 'oidc' }),
    'no passkeys here': () =>
      screen({ ...EMPTY, passkeyProblem: 'Passkeys need a host name, and this is an IP address.' }),
    'long text': () => screen(LONG),
    loading: () => screen(FULL, 'loading'),
    failed: () => screen(FULL, 'failed'),
    'last known': () => screen(FULL, 'failing'),
    'a new password': () => <PasswordDialog opened username="ada" onClose={nothing} />,
    'a new passkey': () => step({ kind: 'passkey', options: { challenge: 'AAAA' } }),
    'one-time codes': () => step(CODE_STEP),
    'recovery codes': () => step({ kind: 'recovery', codes: CODES }),
    'a new token': () => <TokenDialog opened ownRole="operator" onClose={nothing} />,
    'deleting the account': () => (
      <RemoveAccountDialog opened username="ada" onRemoved={nothing} onClose={nothing} />
    ),
  },
};
