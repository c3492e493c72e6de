import '@mantine/core/styles.css';
import { Card, MantineProvider, Text } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useReady } from '../../src/ready.ts';

/** The least that the product's libraries can be asked to do: one route that shows one line. */

const root = createRootRoute({ component: Outlet });
const front = createRoute({ getParentRoute: () => root, path: '/', component: Front });
const router = createRouter({ routeTree: root.addChildren([front]) });
const queries = new QueryClient();

function Front() {
  const { data } = useQuery({ queryKey: ['line'], queryFn: async () => 'Nothing to see here.' });
  useReady(data !== undefined);
  return (
    <Card withBorder>
      <Text>{data}</Text>
    </Card>
  );
}

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(
  <StrictMode>
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js'));
