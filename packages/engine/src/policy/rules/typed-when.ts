/** Conditions whose arguments and operators the compiler knows. Types alone: `parseWhen` reads what they permit. */
import type { WhenInput } from './parse-when.ts';

/** A path into a value, with what is there: `amount`, `items[*].price`, `items[0].price`. */
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

/** The paths into an object: of its own keys, or any where those are not known. */
export type PlacesIn<T, Prefix extends string = '', Depth extends readonly unknown[] = []> = T extends object
  ? string extends keyof T
    ? readonly [`${Prefix}${string}`, unknown]
    : { [K in keyof T & string]-?: ValueAt<Present<T[K]>, `${Prefix}${K}`, Depth> }[keyof T & string]
  : never;

type Present<T> = IsUnknown<T> extends true ? T : NonNullable<T>;
type IsUnknown<T> = unknown extends T ? true : false;

/**
 * What a rule's `when` may hold for a tool with these arguments, and for this principal. Anything where nobody knows them.
 */
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

/** A value that must be equal, another value of the call, or tests that must all pass. */
export type Tests<T, Ref extends string> =
  | (IsUnknown<T> extends true
      ? Scalar | readonly unknown[]
      : Exclude<T, object> | Extract<T, readonly unknown[]>)
  | Operators<T, Ref>;

type Scalar = string | number | boolean | null;

export interface Reference<Ref extends string> {
  readonly $ref: Ref;
}

export type Operators<T, Ref extends string> = AnyOperators<T, Ref> &
  ([Extract<T, number>] extends [never] ? unknown : NumberOperators<Ref>) &
  ([Extract<T, string>] extends [never] ? unknown : TextOperators<Ref>) &
  ([Extract<T, readonly unknown[]>] extends [never] ? unknown : ListOperators<ItemOf<T>, Ref>) &
  (IsUnknown<T> extends true
    ? NumberOperators<Ref> & Omit<TextOperators<Ref>, 'contains'> & ListOperators<unknown, Ref>
    : unknown);

type ItemOf<T> = Extract<T, readonly unknown[]>[number];

interface AnyOperators<T, Ref extends string> {
  readonly equals?: T | Reference<Ref>;
  readonly in?: readonly T[] | Reference<Ref>;
  readonly exists?: boolean;
  readonly not?: Tests<T, Ref>;
  /** Alone: equal to another value of the call. */
  readonly $ref?: Ref;
}

interface NumberOperators<Ref extends string> {
  readonly gt?: number | Reference<Ref>;
  readonly gte?: number | Reference<Ref>;
  readonly lt?: number | Reference<Ref>;
  readonly lte?: number | Reference<Ref>;
}

interface TextOperators<Ref extends string> {
  readonly contains?: string | Reference<Ref>;
  readonly startsWith?: string | Reference<Ref>;
  readonly endsWith?: string | Reference<Ref>;
  /** A regular expression without look-around and back references. */
  readonly matches?: string;
  /** A path below this directory. */
  readonly under?: string;
}

interface ListOperators<Item, Ref extends string> {
  readonly contains?: Item | Reference<Ref>;
  readonly any?: Tests<Item, Ref>;
  readonly all?: Tests<Item, Ref>;
}
