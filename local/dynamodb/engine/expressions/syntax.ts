/** The place of a value in an item, as it is written: names may be placeholders, numbers are places of a list. */
export type Path = { readonly kind: 'path'; readonly parts: readonly (string | number)[] };

/** A value that is compared or assigned. */
export type Operand =
  | Path
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Operand[] };

/** A condition; keys have conditions of the same form. */
export type ConditionTree =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly [ConditionTree, ConditionTree] }
  | { readonly kind: 'not'; readonly part: ConditionTree }
  | {
      readonly kind: 'compare';
      readonly operator: string;
      readonly operands: readonly [Operand, Operand];
    }
  | { readonly kind: 'between'; readonly operands: readonly [Operand, Operand, Operand] }
  | { readonly kind: 'in'; readonly operands: readonly Operand[] }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Operand[] };

/** The value that SET assigns: one operand, or the sum or difference of two. */
export type Assigned =
  | Operand
  | {
      readonly kind: 'sum';
      readonly operator: '+' | '-';
      readonly operands: readonly [Operand, Operand];
    };

/** One action of an update. */
export type UpdateAction =
  | { readonly kind: 'SET'; readonly path: Path; readonly assigned: Assigned }
  | { readonly kind: 'REMOVE'; readonly path: Path }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: Path; readonly value: string };

/** An expression and the placeholders that it mentions. */
export type Parsed<T> = {
  readonly tree: T;
  readonly names: readonly string[];
  readonly values: readonly string[];
};
