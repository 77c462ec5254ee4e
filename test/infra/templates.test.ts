import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { printedDifference, printedStack } from '../helpers/printed-stack.ts';
import { type SynthesisedStack, synthesised } from '../helpers/synthesised.ts';

// One snapshot for each stack, of the sandbox's what differs from live's: a change of what deploys
// is a change of a file that somebody reviews.
// `npx node --test --test-update-snapshots test/infra/templates.test.ts` renews them.
// The tests beside this one have anything that no snapshot shows, such as "no grant of everything".

const folder = 'test/infra/templates';
const stacks = await synthesised();
const nameOf = ({ environment, name }: SynthesisedStack) => `${environment}-${name}.txt`;

const printed = (stack: SynthesisedStack): string => {
  const live = stacks.find(
    ({ environment, name }) => environment === 'live' && name === stack.name,
  );
  return live === undefined || live === stack
    ? printedStack(stack)
    : printedDifference(stack, live);
};

describe('what deploys is what was reviewed:', () => {
  for (const stack of stacks)
    test(`${stack.environment}/${stack.name}`, (context) => {
      context.assert.fileSnapshot(printed(stack), `${folder}/${nameOf(stack)}`, {
        serializers: [String],
      });
    });

  test('these stacks and no others', () => {
    assert.deepEqual(readdirSync(folder).sort(), stacks.map(nameOf).sort());
  });
});
