import { test } from 'node:test';
import { hasStripeMock } from './stripe-mock.ts';

// The adapter is loaded only where it has somebody to ask.
if (hasStripeMock()) await import('./specification.ts');
else
  test('Stripe’s specification accepts', {
    skip: 'stripe-mock is not installed: npm run check:outside -- stripe does that where Go is',
  });
