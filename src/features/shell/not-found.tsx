import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { hasMarker } from '../../device/markers.ts';
import { usePage } from '../../ui/page-title.ts';
import { WHOLE_PAGE } from './broken.tsx';

/** For every address that no screen has. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  usePage('404 Page Not Found', 'There is no page at this address.');
  return (
    <Stack component="main" {...WHOLE_PAGE}>
      <IconMapOff size={48} stroke={1.25} aria-hidden="true" />
      <Title order={1}>404 Page Not Found</Title>
      <Code maw="min(100%, 40rem)">{pathname}</Code>
      <Text c="dimmed">Did you forget to add the page to the router?</Text>
      {/* It leads who is signed in to the dashboard. */}
      <Button variant="filled" renderRoot={(props) => <Link to="/" {...props} />}>
        {hasMarker() ? 'Back to the dashboard' : 'Go to the homepage'}
      </Button>
    </Stack>
  );
}
