import { describe } from 'vitest';
import { openFirefox } from './firefox.ts';
import { journeys } from './journeys.ts';

describe('Firefox', () => journeys('firefox', openFirefox));
