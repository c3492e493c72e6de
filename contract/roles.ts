/** What an account may do, from the least to the most. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** A paired display is a kind of its own: it may do less than any account. */
export type SessionRole = 'display' | Role;

/** Who may make a call: everybody, or a session of this role or a higher one. */
export type Access = 'public' | SessionRole;

const RANKS: Readonly<Record<Access, number>> = {
  public: 0,
  display: 1,
  viewer: 2,
  operator: 3,
  admin: 4,
};

/** @returns whether `role` may do what needs `access` */
export const isAllowed = (role: SessionRole, access: Access): boolean =>
  RANKS[role] >= RANKS[access];
