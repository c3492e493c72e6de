import { createFileRoute } from '@tanstack/react-router';
import { IncidentScreen } from '../../features/incidents/incident-screen.tsx';

export const Route = createFileRoute('/_console/incidents/$id')({ component: IncidentPage });

function IncidentPage() {
  const { id } = Route.useParams();
  return <IncidentScreen key={id} id={id} />;
}
