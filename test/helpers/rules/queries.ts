import assert from 'node:assert/strict';
import { type Any, operationOf, resolved } from '../printed-document.ts';
import type { UnservedRule } from './unserved.ts';

type Pairs = readonly (readonly [string, string])[];

/** The parameters that may stand behind the question mark. */
export const queriesRule: UnservedRule = ({ call: send, valid: call }, route, holds) => {
  const parameters: Any[] = (operationOf(route).parameters ?? [])
    .map(resolved)
    .filter((one: Any) => one.in === 'query');
  const asked = async (more: Pairs) => {
    const names = new Set(more.map(([name]) => name));
    return send({
      ...call,
      query: [...(call.query ?? []).filter(([name]) => !names.has(name)), ...more],
    });
  };
  const refused = async (more: Pairs, blamed: string) => {
    const answer = await asked(more);
    assert.deepEqual(
      [answer.status, answer.body.code],
      [400, 'validation_failed'],
      JSON.stringify(more),
    );
    const at = answer.body.errors.map(({ parameter }: Any) => parameter);
    assert.ok(at.includes(`query.${blamed}`), answer.text);
  };

  holds('an unknown parameter is rejected', async () => {
    for (const name of ['no_such', 'Limit', 'limit[]', '__proto__', 'constructor', 'key\u0000'])
      await refused([[name, '1']], name);
  });

  holds('a parameter that is sent twice is rejected', async () => {
    for (const { name } of parameters)
      await refused(
        [
          [name, 'x'],
          [name, 'x'],
        ],
        name,
      );
    await refused(
      [
        ['no_such', '1'],
        ['no_such', '1'],
      ],
      'no_such',
    );
  });

  holds(
    'a parameter without a value, or with one that its schema does not allow, is rejected',
    async () => {
      for (const { name, schema } of parameters) {
        const { enum: allowed, format, type, maximum } = resolved(schema);
        const numbers =
          type === 'integer'
            ? ['0', String(maximum + 1), '-1', '1.5', 'x', '1e2', '0x1', ' 1', '9'.repeat(400)]
            : [];
        const others =
          (allowed ?? (type === 'string' && format))
            ? ['x', 'ACTIVE', '2026-02-30T00:00:00Z', '2026-01-01', '1']
            : [];
        for (const value of ['', ...numbers, ...others]) await refused([[name, value]], name);
      }
    },
  );
};
