import { createFileRoute } from '@tanstack/react-router';
import { IncidentScreen } from '../../features/incidents/incident-screen.tsx';

export const Route = createFileRoute('/_console/incidents/$id')({
  /** take: it is asked whether the incident is to be taken on. */
  validateSearch: (search: Record<string, unknown>): { readonly take?: 1 | undefined } => ({
    take: search.take === 1 ? 1 : undefined,
  }),
  component: IncidentPage,
});

function IncidentPage() {
  const { id } = Route.useParams();
  const { take } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <IncidentScreen
      key={id}
      id={id}
      asksToTake={take === 1}
      onAsked={() => void navigate({ search: {}, replace: true })}
    />
  );
}
