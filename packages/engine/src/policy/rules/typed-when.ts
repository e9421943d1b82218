/** Conditions with arguments and operators checked by the compiler. Types only: `parseWhen` reads the values. */
import type { AnyOperators, ListOperators, NumberOperators, TextOperators } from './operators.ts';
import type { WhenInput } from './parse-when.ts';

/** A path into a value, with its type: `amount`, `items[*].price`, `items[0].price`. */
export type ValueAt<T, Prefix extends string, Depth extends readonly unknown[] = []> =
  | readonly [Prefix, T]
  | (Depth['length'] extends 5
      ? never
      : IsUnknown<T> extends true
        ? readonly [`${Prefix}.${string}` | `${Prefix}[${string}`, unknown]
        : T extends readonly (infer Item)[]
          ? ValueAt<Present<Item>, `${Prefix}[*]` | `${Prefix}[${number}]`, readonly [...Depth, 1]>
          : T extends object
            ? PlacesIn<T, `${Prefix}.`, readonly [...Depth, 1]>
            : never);

/** The paths into an object: of its own keys, or any if those are unknown. */
export type PlacesIn<T, Prefix extends string = '', Depth extends readonly unknown[] = []> = T extends object
  ? string extends keyof T
    ? readonly [`${Prefix}${string}`, unknown]
    : { [K in keyof T & string]-?: ValueAt<Present<T[K]>, `${Prefix}${K}`, Depth> }[keyof T & string]
  : never;

type Present<T> = IsUnknown<T> extends true ? T : NonNullable<T>;
type IsUnknown<T> = unknown extends T ? true : false;

/** What a rule's `when` may hold for a tool with these arguments and for this principal. Anything if they are unknown. */
export type When<Input, Principal> = string extends keyof Input
  ? WhenInput
  : WhenPlaces<
      PlacesIn<Input> | PlacesIn<Principal, 'principal.'>,
      RefPath<PlacesIn<Input> | PlacesIn<Principal, 'principal.'>>
    >;

type WhenPlaces<P extends readonly [string, unknown], Ref extends string> = {
  readonly [Each in P as Each[0]]?: Tests<Each[1], Ref>;
} & {
  readonly $or?: readonly WhenPlaces<P, Ref>[];
  readonly $and?: readonly WhenPlaces<P, Ref>[];
  readonly $not?: WhenPlaces<P, Ref>;
};

/** `$ref` names one value, so no `[*]`. */
type RefPath<P extends readonly [string, unknown]> = Exclude<P[0], `${string}[*]${string}`>;

/** A value to equal, another value of the call, or tests that must all pass. */
export type Tests<T, Ref extends string> =
  | (IsUnknown<T> extends true
      ? Scalar | readonly unknown[]
      : Exclude<T, object> | Extract<T, readonly unknown[]>)
  | Operators<T, Ref>;

type Scalar = string | number | boolean | null;

type Operators<T, Ref extends string> = AnyOperators<T, Ref, Tests<T, Ref>> & {
  /** On its own: equal to another value of the call. */
  readonly $ref?: Ref;
} & ([Extract<T, number>] extends [never] ? unknown : NumberOperators<Ref>) &
  ([Extract<T, string>] extends [never] ? unknown : TextOperators<Ref>) &
  ([Extract<T, readonly unknown[]>] extends [never]
    ? unknown
    : ListOperators<ItemOf<T>, Ref, Tests<ItemOf<T>, Ref>>) &
  (IsUnknown<T> extends true
    ? NumberOperators<Ref> &
        Omit<TextOperators<Ref>, 'contains'> &
        ListOperators<unknown, Ref, Tests<unknown, Ref>>
    : unknown);

type ItemOf<T> = Extract<T, readonly unknown[]>[number];
