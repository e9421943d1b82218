/**
 * One value is the type, the check and the JSON Schema of what travels between a server and the pages. Plain data, so
 * the team server puts it into its OpenAPI document as it is.
 */
export interface Shape<T> extends Schema {
  readonly [checkedType]?: T;
}

declare const checkedType: unique symbol;

export type TypeOf<S> = S extends Shape<infer T> ? T : never;

/** The part of JSON Schema that shapes use. */
interface Schema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

type Fields = Readonly<Record<string, Schema>>;

type ObjectOf<R extends Fields, O extends Fields> = Flat<
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

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return { anyOf: [shape, { type: 'null' }] };
}

export function eitherShape<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return { anyOf: [one, other] };
}

export function list<T>(items: Shape<T>): Shape<readonly T[]> {
  return { type: 'array', items };
}

/** Fields that are always there, then those that may be absent. Other fields may be present too. */
export function object<R extends Fields>(required: R): Shape<{ readonly [K in keyof R]: TypeOf<R[K]> }>;
export function object<R extends Fields, O extends Fields>(required: R, optional: O): Shape<ObjectOf<R, O>>;
export function object(required: Fields, optional: Fields = {}): Schema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } };
}

/** An object whose fields anybody may have chosen: an input of a call. */
export const fields: Shape<Readonly<Record<string, unknown>>> = { type: 'object' };

/** What the engine or the log describes with a type of its own. Shown as data, never relied on. */
export function described<T>(): Shape<T> {
  return {};
}

/** Where a value is not of the shape, and why; nothing when it is. Linear in the value, as deep as the shape. */
export function shapeProblem(shape: Schema, value: unknown, at: string = 'the reply'): string | undefined {
  if (shape.anyOf !== undefined) {
    const problems = shape.anyOf.map((each) => shapeProblem(each, value, at));
    return problems.includes(undefined) ? undefined : problems[0];
  }
  if (shape.type !== undefined && !isOfType(value, shape.type)) return `${at} is not of type ${shape.type}`;
  if (shape.enum !== undefined && !shape.enum.some((each) => each === value))
    return `${at} is not one of ${shape.enum.join(', ')}`;
  if (shape.items !== undefined && Array.isArray(value)) return itemProblem(shape.items, value, at);
  return shape.properties === undefined ? undefined : fieldProblem(shape, value as object, at);
}

function itemProblem(items: Schema, values: readonly unknown[], at: string): string | undefined {
  for (const [index, value] of values.entries()) {
    const problem = shapeProblem(items, value, `${at}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function fieldProblem(
  { properties = {}, required = [] }: Schema,
  value: object,
  at: string,
): string | undefined {
  const values = new Map<string, unknown>(Object.entries(value));
  for (const [name, shape] of Object.entries(properties)) {
    if (!values.has(name)) {
      if (required.includes(name)) return `${at}.${name} is missing`;
      continue;
    }
    const problem = shapeProblem(shape, values.get(name), `${at}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isOfType(value: unknown, type: NonNullable<Schema['type']>): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
