import type { InputPath } from '../../call/input-path.ts';
import type { Principal } from '../../call/principal.ts';
import type { World } from '../../world/world.ts';
import type { LinearRegex } from '../patterns/linear-regex.ts';

/** A rule's conditions must all hold. */
export type Condition = ValueCondition | Combination;

/**
 * Tests of one argument, `amount: { gt: 100 }`, or of the person, `principal.roles: { contains: admin }`. If the path has
 * several values, a single one must pass all tests: `to[*]: { gt: 5, lt: 10 }` does not match 1 and 20.
 */
export interface ValueCondition extends ValuePath {
  readonly tests: readonly Test[];
}

/** The source of a value: the arguments, or the principal. */
export interface ValuePath {
  readonly path: InputPath;
  readonly principal?: true;
}

/** `$or` and `$and` over lists of conditions, `$not` over one. */
export interface Combination {
  readonly combine: 'or' | 'and' | 'not';
  readonly of: readonly (readonly Condition[])[];
}

/** An operator of `operators.ts` with its operand. */
export interface Test {
  readonly op: string;
  readonly value?: unknown;
  /** For an operator over tests. */
  readonly tests?: readonly Test[];
  readonly regex?: LinearRegex;
  /** The right side comes from the call: `owner: { equals: { $ref: principal.user } }`. */
  readonly ref?: ValuePath;
}

export interface ConditionInput {
  readonly input: unknown;
  readonly principal?: Principal | undefined;
  readonly world: World;
  readonly directory: string;
}
