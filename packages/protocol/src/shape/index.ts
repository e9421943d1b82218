import { isRecord } from '@permesso/engine/call';

/**
 * One value is the type, the validator and the JSON Schema of transferred data: to and from the pages, in messages of the wire
 * contract, in the log. Plain data, so the team server includes it in its OpenAPI document unchanged.
 */
export interface Shape<T> extends Schema {
  readonly [checkedType]?: T;
}

declare const checkedType: unique symbol;

export type TypeOf<S> = S extends Shape<infer T> ? T : never;

/** The subset of JSON Schema that shapes use. */
export interface Schema {
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Only published; our own validation rejects nothing for an unknown field. */
  readonly additionalProperties?: false;
  readonly anyOf?: readonly Schema[];
}

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

type Fields = Readonly<Record<string, Schema>>;

export type ObjectOf<R extends Fields, O extends Fields> = Flat<
  { readonly [K in keyof R]: TypeOf<R[K]> } & { readonly [K in keyof O]?: TypeOf<O[K]> }
>;

type Flat<T> = { readonly [K in keyof T]: T[K] };

export const text: Shape<string> = { type: 'string' };
export const count: Shape<number> = { type: 'integer' };
export const decimal: Shape<number> = { type: 'number' };
export const flag: Shape<boolean> = { type: 'boolean' };

export function oneOf<const T extends string>(...values: readonly T[]): Shape<T> {
  return { type: 'string', enum: values };
}

export function only<const T extends string | number | boolean>(value: T): Shape<T> {
  return { const: value };
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return { anyOf: [shape, { type: 'null' }] };
}

export function eitherShape<const S extends readonly Schema[]>(...shapes: S): Shape<TypeOf<S[number]>> {
  return { anyOf: shapes };
}

export function list<T>(items: Shape<T>): Shape<readonly T[]> {
  return { type: 'array', items };
}

/** Required fields, then optional ones. Other fields may be present too. */
export function object<R extends Fields, O extends Fields = {}>(
  required: R,
  optional?: O,
): Shape<ObjectOf<R, O>>;
export function object(required: Fields, optional: Fields = {}): Schema {
  const names = Object.keys(required);
  const properties = { ...required, ...optional };
  return names.length === 0
    ? { type: 'object', properties }
    : { type: 'object', required: names, properties };
}

export function about<T>(shape: Shape<T>, description: string): Shape<T> {
  return { ...shape, description };
}

/** An object with arbitrary fields: the input of a call. */
export const fields: Shape<Readonly<Record<string, unknown>>> = { type: 'object' };

/** A value that the engine or the log describes with its own type. Shown as data, never relied on. */
export function described<T>(schema: Schema = {}): Shape<T> {
  return schema;
}

/**
 * Returns what is wrong with a value from outside, such as `` `params.tools` is not an array ``; undefined if it is valid.
 * Linear in the value, as deep as the shape.
 */
export function shapeProblem(shape: Schema, value: unknown, at: string = 'reply'): string | undefined {
  if (shape.anyOf !== undefined) {
    const problems = shape.anyOf.map((each) => shapeProblem(each, value, at));
    return problems.includes(undefined) ? undefined : problems[0];
  }
  const own = valueProblem(shape, value);
  if (own !== undefined) return `\`${at}\` ${own}`;
  const { items } = shape;
  if (isRecord(value)) return fieldProblem(shape, value, at);
  return Array.isArray(value) && items !== undefined
    ? firstProblem(value.entries(), ([index, item]) => shapeProblem(items, item, `${at}[${index}]`))
    : undefined;
}

const isOfType: { readonly [T in JsonType]: (value: unknown) => boolean } = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

function valueProblem(
  { type = [], const: wanted, enum: choice, minimum = -Infinity, maximum = Infinity }: Schema,
  value: unknown,
): string | undefined {
  const types = [type].flat();
  if (types.length > 0 && !types.some((one) => isOfType[one](value)))
    return `is not ${types.map(withArticle).join(' or ')}`;
  if (wanted !== undefined && value !== wanted) return `is not ${wanted}`;
  if (choice !== undefined && !choice.some((one) => one === value))
    return `is not one of ${choice.join(', ')}`;
  return typeof value === 'number' && (value < minimum || value > maximum)
    ? 'is too small or too large'
    : undefined;
}

function fieldProblem(
  { required = [], properties = {} }: Schema,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string | undefined {
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `\`${at}.${missing}\` is missing`;
  return firstProblem(Object.entries(properties), ([name, field]) =>
    Object.hasOwn(value, name) ? shapeProblem(field, value[name], `${at}.${name}`) : undefined,
  );
}

function firstProblem<T>(each: Iterable<T>, problemOf: (one: T) => string | undefined): string | undefined {
  for (const one of each) {
    const problem = problemOf(one);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function withArticle(type: JsonType): string {
  return type === 'null' ? type : `${/^[aoi]/u.test(type) ? 'an' : 'a'} ${type}`;
}
