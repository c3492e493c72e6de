import type { SessionRole } from '../../contract/roles.ts';

/** Who somebody is, without what proves it. */
export interface Account {
  readonly id: string;
  /** As it was typed at sign-up. */
  readonly username: string;
  readonly email: string;
  readonly sovereignLevel: string;
  readonly role: SessionRole;
}

/** Which ways an account has to prove who somebody is. */
export type ProofWays = {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly code: boolean;
  readonly recovery: boolean;
};

/** Who makes a request, and what they may do. */
export interface Session {
  /** Hash of the token: identifies the session inside the server and opens nothing. */
  readonly id: string;
  /** For a display: its id and name, in the shape of an account. */
  readonly account: Account;
  /** Id of the display that owns the session; null for a person. */
  readonly display: string | null;
  /** The API token that the request came with; null for people and displays. */
  readonly token: { readonly id: string; readonly name: string } | null;
  readonly expiresAt: number;
  readonly slid: boolean;
  /** Its owner proved who they are a short time ago. */
  readonly confirmed: boolean;
  /** How they can prove it again. A password alone does not, where there is a second factor: it would remove that. */
  readonly confirmBy: ProofWays;
  /** Its role demands a second factor, which has to be set up before anything else. */
  readonly mustEnrol: boolean;
}
