import { createFileRoute, Link } from '@tanstack/react-router';
import { productName } from '../product.ts';
import { usePage } from './-page-title.ts';

export const Route = createFileRoute('/')({ component: LandingPage });

function LandingPage() {
  usePage('Home', 'The intelligence layer of a mesh of sovereign platforms.');
  return (
    <main>
      <h1>{productName()}</h1>
      <Link to="/">Home</Link>
    </main>
  );
}
