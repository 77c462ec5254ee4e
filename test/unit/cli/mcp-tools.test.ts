import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { answerOf, withoutSecrets } from '../../../cli/mcp/answers.ts';
import { actionsOf, type Tool, toolsOf } from '../../../cli/mcp/tools.ts';
import { type Any, document, resolved } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const tools = toolsOf(document);
const actions = actionsOf(document);
const { schemas } = document.components;
const verbsOf = ({ inputSchema }: Tool): string[] => (inputSchema as Any).properties.action.enum;
const actionNamed = (id: string) => actions.find((one) => one.id === id) ?? assert.fail(id);

test('every route that may be offered belongs to one tool, and a model sees fewer than forty', () => {
  assert.ok(tools.length < 39, String(tools.length));
  const offered = tools.flatMap((tool) =>
    verbsOf(tool).map((verb) => `${tool.name.replace('_change', '').replaceAll('_', '-')}.${verb}`),
  );
  const expected = actions.filter(({ withheld }) => !withheld).map(({ id }) => id);
  assert.deepEqual(offered.toSorted(), expected.toSorted());
  for (const tool of tools)
    assert.equal(tool.annotations.readOnlyHint, !tool.name.endsWith('_change'), tool.name);
});

test('what returns a card number, a secret or a link is withheld', () => {
  assert.deepEqual(
    actions.filter(({ withheld }) => withheld).map(({ id }) => id),
    [
      'webhooks.create',
      'webhooks.rotate-secret',
      'documents.create',
      'onboarding-links.create',
      'cards.reveal',
      'authorization-endpoints.create',
      'authorization-endpoints.rotate',
      'card-pins.set',
    ],
  );
});

test('the schema of a tool takes what the document shows as an example', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const tool of tools) {
    const validate = ajv.compile(tool.inputSchema);
    for (const verb of verbsOf(tool)) {
      const { path, method } = actionNamed(
        `${tool.name.replace('_change', '').replaceAll('_', '-')}.${verb}`,
      );
      const { requestBody } = document.paths[path][method.toLowerCase()];
      const example = requestBody?.content['application/json'].example ?? {};
      const body = Object.keys(example).length > 0 ? { body: example } : {};
      assert.ok(
        validate({ action: verb, ...body }),
        `${tool.name} ${verb} ${JSON.stringify(validate.errors)}`,
      );
      assert.ok(!validate({ action: verb, ...body, unknown: 1 }));
    }
  }
});

test('no answer shows a secret or a link to upload, wherever it is', () => {
  const shown = withoutSecrets({
    data: [{ secret: 'whsec_x', upload: { url: 'https://x' }, last4: '4242' }],
  });
  assert.deepEqual(shown, {
    data: [{ secret: 'not shown here', upload: 'not shown here', last4: '4242' }],
  });
  assert.deepEqual(withoutSecrets({ upload: null }), { upload: null });
});

test('a list that is too long comes in shorter pages, so that its cursor leads on without a gap', async () => {
  const asked: number[] = [];
  const api: Any = async (_method: string, _path: string, { query }: Any) => {
    asked.push(query.limit);
    const data = Array.from({ length: query.limit }, (_, at) => ({
      id: at,
      text: 'x'.repeat(3_000),
    }));
    return { body: { data, next_cursor: `after ${query.limit}` } };
  };
  const { data, next_cursor } = JSON.parse(
    await answerOf(api, actionNamed('customers.list'), { action: 'list' }, schemas),
  );
  assert.deepEqual([asked, data.length, next_cursor], [[25, 12, 6], 6, 'after 6']);
});

test('a field that an action does not take is not sent', async () => {
  const never: Any = () => assert.fail('it was sent');
  const get = actionNamed('customers.get');
  await assert.rejects(
    answerOf(never, get, { action: 'get', customer_id: 'cus_1', limit: 2 }, schemas),
    /does not take limit/,
  );
});

test('the rule of secrets names every field of the document that can hold one', () => {
  const names = new Set(
    Object.values<Any>(document.components.schemas).flatMap((one) =>
      Object.keys(resolved(one).properties ?? {}),
    ),
  );
  const suspicious = [...names].filter((name) => /secret|token|password|cvc|pan$/.test(name));
  assert.deepEqual(suspicious.toSorted(), ['secret', 'secret_versions', 'secrets']);
});
