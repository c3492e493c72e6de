import { createFileRoute, Outlet } from '@tanstack/react-router';

/** Everything behind the sign-in. */
export const Route = createFileRoute('/_console')({ component: Outlet });
