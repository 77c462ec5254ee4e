import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Resource, type SynthesisedStack, synthesised, textOf } from '../helpers/synthesised.ts';
import { permissionsOf } from '../helpers/template-functions.ts';

// One snapshot for each stack: a change of what deploys is a change of a file that somebody reviews.
// `npx node --test --test-update-snapshots test/infra/templates.test.ts` renews them. What no snapshot shows, such as "no grant of everything", is in the tests beside this one.

const folder = 'test/infra/templates';

/** Named by the content of a bundle or an API; what they stand for is in the snapshot already. */
const hashed = ['AWS::Lambda::Version', 'AWS::ApiGateway::Deployment'];

/** Paths of an API: their methods are printed with the whole path. */
const paths = 'AWS::ApiGateway::Resource';

/** A stack as lines, without assets, tags and hashes of contents; what all resources of a type share comes first. */
const printed = (stack: SynthesisedStack): string => {
  const resources = Object.entries(stack.resources)
    .filter(([, { Type }]) => !hashed.includes(Type) && Type !== paths)
    .map(([id, resource]) => ({ id, type: resource.Type, lines: linesOf(stack, resource) }))
    .toSorted((one, other) => (`${one.type} ${one.id}` < `${other.type} ${other.id}` ? -1 : 1));
  const blocks = [...Map.groupBy(resources, ({ type }) => type)].flatMap(([type, ofType]) => {
    const shared =
      ofType.length < 3
        ? []
        : (ofType[0]?.lines ?? []).filter((line) => ofType.every((one) => one.lines.includes(line)));
    return [
      ...(shared.length > 0 ? [block(`each ${type}`, shared)] : []),
      ...ofType.map(({ id, lines }) =>
        block(
          `${type} ${id}`,
          lines.filter((line) => !shared.includes(line)),
        ),
      ),
    ];
  });
  const { after, terminationProtection, parameters } = stack;
  const looksUp = Object.values(parameters).map(({ Default }) => `looks up ${Default}`);
  const head = [
    `deployed after ${after.toSorted().join(', ')}`,
    `protected ${terminationProtection}`,
    ...looksUp.sort(),
  ];
  return withoutHashes(stack, [block(`${stack.environment}/${stack.name}`, head), ...blocks].join('\n'));
};

const block = (head: string, lines: readonly string[]): string =>
  [head, ...lines.map((line) => `  ${line}`)].join('\n');

const linesOf = (stack: SynthesisedStack, resource: Resource): string[] => {
  const { Type, Properties = {}, Metadata: _, DependsOn, ...policies } = resource as Resource & { Metadata?: unknown };
  const { Tags, Code, ResourceId, ...others } = Properties;
  const waits = [DependsOn ?? []].flat().filter((id) => !hashed.includes(stack.resources[id]?.Type ?? ''));
  return [
    ...flattened('', policies),
    ...(ResourceId === undefined ? [] : [`path: ${pathOf(stack, ResourceId)}`]),
    ...(Type === 'AWS::IAM::Role' ? roleLines(resource) : flattened('', others)),
    ...waits.toSorted().map((id) => `after ${id}`),
  ];
};

/** Who may take on a role, and a line for each resource under a condition with what may be done to it. */
const roleLines = (role: Resource): string[] => {
  const { Tags, Policies, AssumeRolePolicyDocument, ...others } = role.Properties;
  const actions = Map.groupBy(permissionsOf(role), (line) => line.slice(line.indexOf(' on ')));
  return [
    ...flattened('', others),
    ...flattened('taken on', AssumeRolePolicyDocument.Statement),
    ...[...actions].map(([rest, lines]) => `may ${lines.map((line) => line.replace(rest, '')).sort()}${rest}`).sort(),
  ];
};

/** A line for each value, by its path. */
const flattened = (path: string, value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [`${path}: ${value}`];
  const [[only] = [''], ...more] = Object.entries(value);
  if (more.length === 0 && /^(Ref|Fn::(GetAtt|Join))$/.test(only)) return [`${path}: ${textOf(value)}`];
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const inOrder = Array.isArray(value) ? Object.entries(value) : entries;
  return inOrder.flatMap(([key, one]) => flattened(path === '' ? key : `${path}.${key}`, one));
};

const pathOf = (stack: SynthesisedStack, id: unknown): string => {
  const resource = stack.resources[textOf(id).slice(1, -1)];
  if (resource?.Type !== paths) return '';
  return `${pathOf(stack, resource.Properties.ParentId)}/${resource.Properties.PathPart}`;
};

const withoutHashes = (stack: SynthesisedStack, text: string): string =>
  Object.entries(stack.resources)
    .filter(([, { Type }]) => hashed.includes(Type))
    .reduce((all, [id]) => all.replaceAll(id, id.replace(/[0-9a-f]{32}$/, '')), text);

const stacks = await synthesised();
const nameOf = ({ environment, name }: SynthesisedStack) => `${environment}-${name}.txt`;

describe('what deploys is what was reviewed:', () => {
  for (const stack of stacks)
    test(`${stack.environment}/${stack.name}`, (context) => {
      context.assert.fileSnapshot(printed(stack), `${folder}/${nameOf(stack)}`, { serializers: [String] });
    });

  test('these stacks and no others', () => {
    assert.deepEqual(readdirSync(folder).sort(), stacks.map(nameOf).sort());
  });
});
