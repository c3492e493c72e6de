import { useEffect } from 'react';
import { productName } from '../product.ts';

/**
 * Names the document while the calling page is shown.
 *
 * @param title of the page, without the product's name
 * @param description one sentence for the description meta tag
 */
export function usePage(title: string, description: string): void {
  useEffect(() => {
    const product = productName();
    document.title = product ? `${title} · ${product}` : title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}
