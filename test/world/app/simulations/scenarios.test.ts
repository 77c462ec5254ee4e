import '../../process.ts';
import assert from 'node:assert/strict';
import { scenarios } from '../../../../functions/app/simulations/catalogue.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

test('the catalogue is published whole, page by page', async () => {
  const tenant = await service.aBusiness();
  const found: Any[] = [];
  let cursor: string | null = null;
  do {
    const query = [['limit', '5'], ...(cursor === null ? [] : [['cursor', cursor]])] as [
      string,
      string,
    ][];
    const { body } = await tenant.call({ method: 'GET', path: '/simulations/scenarios', query });
    found.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(
    found,
    scenarios.map((scenario) => ({ object: 'scenario', ...scenario })),
  );
});
