import { createRoot } from 'react-dom/client';
import { Frame, Gallery } from './gallery.tsx';

/** The developers' gallery: `npm run gallery`. It has no server, and is no part of what is shipped. */
const root = document.querySelector('#root');
if (!root) throw new Error('The gallery has no place to stand in');
createRoot(root).render(
  <Frame>
    <Gallery />
  </Frame>,
);
