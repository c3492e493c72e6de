import { createFileRoute } from '@tanstack/react-router';
import { Route66Page } from '../../features/proof/route66-page.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

export const Route = createFileRoute('/_console/route66-protocol')({ component: Screen });

function Screen() {
  usePage(
    titleOf('/route66-protocol'),
    'Handshakes, heartbeats and proofs between the platforms of the mesh.',
  );
  return <Route66Page />;
}
