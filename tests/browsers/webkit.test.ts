import { describe } from 'vitest';
import { journeys } from './journeys.ts';
import { openWebKit } from './webkit.ts';

describe('WebKit', () => journeys('webkit', openWebKit));
