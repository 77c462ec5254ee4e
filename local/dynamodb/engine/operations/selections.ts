import { validationError } from '../../../errors.ts';
import { type Test, testOf } from '../expressions/conditions.ts';
import { firstNames, type Projection, projectionOf } from '../expressions/projections.ts';
import type { ConditionTree, Operand } from '../expressions/syntax.ts';
import type { Expressions } from '../expressions/terms.ts';
import { keyNames } from '../store/shapes.ts';
import type { RequestMembers } from './constraints.ts';
import type { Source } from './pages.ts';

/** The members of the items read that an answer has. */
export type Chosen = {
  readonly filter: Test | undefined;
  readonly projection: Projection | undefined;
  readonly isCount: boolean;
  /** Whether the table has to be asked for what a local index does not have. */
  readonly isFetched: boolean;
};

/** The choice of a request, or an error where its parts contradict each other. */
export const chosenOf = (
  expressions: Expressions,
  input: RequestMembers,
  { index }: Source,
): Chosen => {
  const filter =
    input.FilterExpression == null
      ? undefined
      : testOf(expressions, 'FilterExpression', String(input.FilterExpression));
  const text = input.ProjectionExpression == null ? undefined : String(input.ProjectionExpression);
  const projection = text === undefined ? undefined : projectionOf(expressions, text);
  const { Select: wanted } = input;
  if (text !== undefined && wanted != null && wanted !== 'SPECIFIC_ATTRIBUTES')
    throw validationError(`Cannot specify the ProjectionExpression when choosing to get ${wanted}`);
  if (text === undefined && wanted === 'SPECIFIC_ATTRIBUTES')
    throw validationError(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    );
  if (wanted === 'ALL_PROJECTED_ATTRIBUTES' && !index)
    throw validationError(
      'ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName',
    );
  const isPartial = index?.attributes !== undefined;
  if (isPartial && index.kind === 'global')
    assertProjected(
      index.name,
      index.attributes ?? [],
      wanted,
      text === undefined ? [] : firstNames(expressions, text),
    );
  const missing =
    text !== undefined &&
    isPartial &&
    firstNames(expressions, text).some((name) => !index.attributes?.includes(name));
  return {
    filter,
    projection,
    isCount: wanted === 'COUNT',
    isFetched: isPartial && (wanted === 'ALL_ATTRIBUTES' || missing),
  };
};

const assertProjected = (
  index: string,
  attributes: readonly string[],
  wanted: unknown,
  names: readonly string[],
): void => {
  if (wanted === 'ALL_ATTRIBUTES')
    throw validationError(
      `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index} because its projection type is not ALL`,
    );
  const missing = names.filter((name) => !attributes.includes(name));
  if (missing.length > 0)
    throw validationError(
      `One or more parameter values were invalid: Global secondary index ${index} does not project [${missing.join(', ')}]`,
    );
};

/** A filter of a query sees no keys: those have conditions of their own. */
export const assertNoKeys = (
  expressions: Expressions,
  input: RequestMembers,
  { table, index }: Source,
): void => {
  if (input.FilterExpression == null) return;
  const { tree, terms } = expressions.condition('FilterExpression', String(input.FilterExpression));
  const keys = keyNames(index ?? table);
  const key = pathsIn(tree)
    .map((path) => String(terms.path(path)[0]))
    .find((name) => keys.includes(name));
  if (key !== undefined)
    throw validationError(
      `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${key}`,
    );
};

type PathNode = Extract<Operand, { kind: 'path' }>;

const pathsIn = (node: ConditionTree | Operand): PathNode[] => {
  if (node.kind === 'path') return [node];
  if ('parts' in node) return node.parts.flatMap(pathsIn);
  if (node.kind === 'not') return pathsIn(node.part);
  return node.kind === 'value' ? [] : node.operands.flatMap((operand) => pathsIn(operand));
};
