import { afterAll } from 'vitest';
import { endProducts } from './product.ts';

/** A file whose test fails half-way is ended by the runner, not by itself: its servers end here. */
afterAll(endProducts);
