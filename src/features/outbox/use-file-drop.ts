import { useEffect, useEffectEvent, useState } from 'react';

/**
 * @param onFiles called with files that are dropped where nothing else takes them
 * @returns whether files are dragged over the page now
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    const isTaken = event.defaultPrevented;
    // The browser would leave the console and open the file.
    event.preventDefault();
    setIsOver(event.type === 'dragover' && !isTaken);
    if (event.type === 'drop' && !isTaken) onFiles([...event.dataTransfer.files]);
  });
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    addEventListener('dragover', (event) => onDrag(event), { signal });
    addEventListener('drop', (event) => onDrag(event), { signal });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || setIsOver(false), {
      signal,
    });
    return () => over.abort();
  }, []);
  return isOver;
}
