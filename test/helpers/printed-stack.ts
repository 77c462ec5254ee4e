import { type Resource, type SynthesisedStack, textOf } from './synthesised.ts';
import { permissionsOf } from './template-functions.ts';

/** A resource as lines, without assets, tags and hashes of contents. */
type Printed = {
  readonly id: string;
  readonly type: string;
  /** The type, and where resources of it come in two forms, which. */
  readonly form: string;
  readonly lines: readonly string[];
};

/** Named by the content of a bundle or an API; what they stand for is in the snapshot already. */
const hashed = ['AWS::Lambda::Version', 'AWS::ApiGateway::Deployment'];

/** Paths of an API: their methods are printed with the whole path. */
const paths = 'AWS::ApiGateway::Resource';

/** There is one for each function, route or table, and most of it is said of all: each is one line. */
const inOneLine = [
  ...['AWS::Lambda::Function', 'AWS::Lambda::Alias', 'AWS::CodeDeploy::DeploymentGroup'],
  ...['AWS::Logs::LogGroup', 'AWS::Logs::MetricFilter', 'AWS::Logs::SubscriptionFilter'],
  ...['AWS::ApiGateway::Method', 'AWS::ApiGateway::GatewayResponse', 'AWS::ApiGateway::ApiKey'],
  ...['AWS::ApiGateway::UsagePlanKey', 'AWS::CloudWatch::Alarm'],
];

/** A stack as text; what all resources of a form share comes first. `{environment}` stands in names for its own. */
export const printedStack = (stack: SynthesisedStack): string =>
  [block(headOf(stack), headLines(stack)), ...printedForms(resourcesOf(stack))].join('\n');

/** The differences of a stack from the same one of another environment: the same change of several resources once. */
export const printedDifference = (stack: SynthesisedStack, other: SynthesisedStack): string => {
  const [own, others] = [resourcesOf(stack), resourcesOf(other)].map(
    (all) => new Map(all.map((one) => [one.id, one])),
  );
  const changes = [...(own?.values() ?? [])].flatMap((one) => {
    const before = others?.get(one.id);
    const changed = before && changedLines(before.lines, one.lines);
    return changed && changed.length > 0
      ? [{ type: one.type, id: one.id, change: changed.join('\n') }]
      : [];
  });
  const alike = Map.groupBy(changes, ({ type, change }) => `${type}\n${change}`);
  const missing = [...(others?.values() ?? [])].filter(({ id }) => !own?.has(id));
  return [
    block(
      `${headOf(stack)} is ${headOf(other)}, but:`,
      changedLines(headLines(other), headLines(stack)),
    ),
    ...[...alike.values()].map((all) =>
      block([all[0]?.type, ...all.map(({ id }) => id)].join(' '), all[0]?.change.split('\n') ?? []),
    ),
    ...[...Map.groupBy(missing, ({ type }) => type)].map(([type, all]) =>
      block(
        `without ${type}`,
        all.map(({ id }) => id),
      ),
    ),
    ...printedForms([...(own?.values() ?? [])].filter(({ id }) => !others?.has(id))),
  ].join('\n');
};

const changedLines = (before: readonly string[], after: readonly string[]): string[] => {
  const gone = before.filter((line) => !after.includes(line));
  const come = after.filter((line) => !before.includes(line));
  const pairs = gone.map(
    (line) => [line, come.find((other) => keyOf(other) === keyOf(line))] as const,
  );
  const paired = new Set(pairs.flatMap(([, other]) => other ?? []));
  return [
    ...pairs.map(([line, other]) =>
      other === undefined ? `- ${line}` : changedValue(line, other),
    ),
    ...come.filter((line) => !paired.has(line)).map((line) => `+ ${line}`),
  ];
};

/** The path of a value, whose line says it behind that. */
const keyOf = (line: string): string => line.slice(0, line.indexOf(': '));

/** A value before and after, each without the words at its ends that both have. */
const changedValue = (before: string, after: string): string => {
  const key = keyOf(before);
  const [one, other] = [before, after].map((line) => line.slice(key.length + 2).split(/\b/)) as [
    string[],
    string[],
  ];
  const differs = (word: string, at: number) => word !== other[at];
  const begin = one.findIndex(differs);
  const same_max = Math.min(one.length, other.length) - (begin < 0 ? one.length : begin);
  const fromEnd = one
    .toReversed()
    .findIndex((word, at) => at >= same_max || word !== other.at(-1 - at));
  const [from, end] = [begin < 0 ? one.length : begin, fromEnd < 0 ? 0 : fromEnd];
  const shown = (words: readonly string[]) =>
    `${from > 0 ? '…' : ''}${words.slice(from, words.length - end).join('')}${end > 0 ? '…' : ''}`.replace(
      '……',
      '…',
    );
  return `${key}: ${shown(one)} → ${shown(other)}`;
};

const headOf = ({ environment, name }: SynthesisedStack): string => `${environment}/${name}`;

const headLines = ({ after, terminationProtection, parameters }: SynthesisedStack): string[] => [
  `deployed after ${after.toSorted().join(', ')}`,
  `protected ${terminationProtection}`,
  ...Object.values(parameters)
    .map(({ Default }) => `looks up ${Default}`)
    .sort(),
];

const resourcesOf = (stack: SynthesisedStack): Printed[] => {
  const shorter = shorten(stack);
  return Object.entries(stack.resources)
    .filter(([, { Type }]) => !hashed.includes(Type) && Type !== paths)
    .map(([id, resource]) => {
      const form = [
        resource.Type,
        ...(resource.Properties?.HttpMethod === 'ANY' ? ['ANY'] : []),
      ].join(' ');
      return { id, type: resource.Type, form, lines: linesOf(stack, resource).map(shorter) };
    })
    .toSorted((one, other) => (`${one.form} ${one.id}` < `${other.form} ${other.id}` ? -1 : 1));
};

const printedForms = (resources: readonly Printed[]): string[] =>
  [...Map.groupBy(resources, ({ form }) => form)].flatMap(([form, all]) => {
    const shared =
      all.length < 3
        ? []
        : (all[0]?.lines ?? []).filter((line) => all.every(({ lines }) => lines.includes(line)));
    return [
      ...(shared.length > 0 ? [block(`each ${form}`, shared)] : []),
      ...all.map(({ id, type, lines }) => {
        const own = lines.filter((line) => !shared.includes(line));
        const head = `${form} ${id}`;
        return inOneLine.includes(type) ? [head, ...own].join(' | ') : block(head, own);
      }),
    ];
  });

const block = (head: string, lines: readonly string[]): string =>
  [head, ...lines.map((line) => `  ${line}`)].join('\n');

const linesOf = (stack: SynthesisedStack, resource: Resource): string[] => {
  const {
    Type,
    Properties = {},
    Metadata: _,
    DependsOn,
    ...policies
  } = resource as Resource & { Metadata?: unknown };
  const { Tags, Code, ResourceId, ...others } = Properties;
  const waits = [DependsOn ?? []]
    .flat()
    .filter((id) => !hashed.includes(stack.resources[id]?.Type ?? ''));
  return [
    ...flattened('', policies),
    ...(ResourceId === undefined ? [] : [`path: ${pathOf(stack, ResourceId)}`]),
    ...(Type === 'AWS::IAM::Role' ? roleLines(resource) : flattened('', others)),
    ...waits.toSorted().map((id) => `after ${id}`),
  ];
};

/**
 * The principals that may take on a role, and a line for each resource under a condition with what
 * may be done to it.
 */
const roleLines = (role: Resource): string[] => {
  const { Tags, Policies, AssumeRolePolicyDocument, ...others } = role.Properties;
  const actions = Map.groupBy(permissionsOf(role), (line) => line.slice(line.indexOf(' on ')));
  return [
    ...flattened('', others),
    ...flattened('taken on', AssumeRolePolicyDocument.Statement),
    ...[...actions]
      .map(([rest, lines]) => `may ${lines.map((line) => line.replace(rest, '')).sort()}${rest}`)
      .sort(),
  ];
};

/** A line for each value, by its path. */
const flattened = (path: string, value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [`${path}: ${value}`];
  const [[only] = [''], ...more] = Object.entries(value);
  if (more.length === 0 && /^(Ref|Fn::(GetAtt|Join))$/.test(only))
    return [`${path}: ${textOf(value)}`];
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const inOrder = Array.isArray(value) ? Object.entries(value) : entries;
  return inOrder.flatMap(([key, one]) => flattened(path === '' ? key : `${path}.${key}`, one));
};

const pathOf = (stack: SynthesisedStack, id: unknown): string => {
  const resource = stack.resources[textOf(id).slice(1, -1)];
  if (resource?.Type !== paths) return '';
  return `${pathOf(stack, resource.Properties.ParentId)}/${resource.Properties.PathPart}`;
};

/** Takes hashes of contents out of a line, and the environment's name out of names. */
const shorten = ({ environment, resources }: SynthesisedStack) => {
  const ids = Object.entries(resources).flatMap(([id, { Type }]) =>
    hashed.includes(Type) ? [id] : [],
  );
  const own = new RegExp(`(?<![A-Za-z])${environment}(?=dashboard|[^a-z]|$)`, 'g');
  return (line: string): string =>
    ids
      .filter((id) => line.includes(id))
      .reduce((all, id) => all.replaceAll(id, id.replace(/[0-9a-f]{32}$/, '')), line)
      .replaceAll(own, '{environment}');
};
