import type { Role } from '../../contract/roles.ts';

/** What each role may do, for people who choose one or ask about theirs. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  viewer: 'Reads everything on the console and changes nothing.',
  operator:
    'Uploads and deploys bundles, acknowledges incidents, plans maintenance, and manages displays and alerts.',
  admin: 'Does everything, with platforms, people, invitations, access settings and the audit log.',
};
