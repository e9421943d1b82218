import type { InputPath } from '../../call/input-path.ts';
import type { Principal } from '../../call/principal.ts';
import type { World } from '../../world/world.ts';
import type { LinearRegex } from '../patterns/linear-regex.ts';

/** A rule's conditions must all hold. */
export type Condition = ValueCondition | Combination;

/**
 * Tests of one argument, `amount: { gt: 100 }`, or of the person, `principal.roles: { contains: admin }`. Of several values
 * at the path, one and the same passes them all: `to[*]: { gt: 5, lt: 10 }` is not about 1 and 20.
 */
export interface ValueCondition extends ValuePath {
  readonly tests: readonly Test[];
}

/** Where a value is taken from: the arguments, or the principal. */
export interface ValuePath {
  readonly path: InputPath;
  readonly principal?: true;
}

/** `$or` and `$and` over lists of conditions, `$not` over one. */
export interface Combination {
  readonly combine: 'or' | 'and' | 'not';
  readonly of: readonly (readonly Condition[])[];
}

export type Test =
  | { readonly op: 'equals'; readonly value: unknown }
  | { readonly op: 'contains'; readonly value: unknown }
  | { readonly op: 'in'; readonly values: readonly unknown[] }
  | { readonly op: Comparison; readonly than: number }
  | { readonly op: 'startsWith' | 'endsWith'; readonly text: string }
  | { readonly op: 'matches'; readonly source: string; readonly regex: LinearRegex }
  | { readonly op: 'under'; readonly directory: string }
  | { readonly op: 'exists'; readonly wanted: boolean }
  | { readonly op: 'not'; readonly tests: readonly Test[] }
  | { readonly op: 'any' | 'all'; readonly tests: readonly Test[] }
  /** The right side is found in the call: `owner: { equals: { $ref: principal.user } }`. */
  | { readonly op: 'ref'; readonly is: RefOperator; readonly to: ValuePath };

export type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

export const refOperators = [
  'equals',
  'in',
  'contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'startsWith',
  'endsWith',
] as const;

export type RefOperator = (typeof refOperators)[number];

export interface ConditionInput {
  readonly input: unknown;
  readonly principal?: Principal | undefined;
  readonly world: World;
  readonly directory: string;
}
