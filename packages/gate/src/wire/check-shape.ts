import { isRecord } from '@permesso/engine/call';

/** As much of JSON Schema as messages need; every keyword here is also checked. */
export interface ShapeSchema {
  readonly description?: string;
  readonly type?: ShapeType | readonly ShapeType[];
  readonly const?: string | number;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: ShapeSchema };
  readonly items?: ShapeSchema;
}

type ShapeType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

const isOfType: { readonly [T in ShapeType]: (value: unknown) => boolean } = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/** What is wrong with a value from outside, as `` `params.tools` is not an array ``; nothing where it fits. */
export function shapeProblem(value: unknown, schema: ShapeSchema, at: string): string | undefined {
  const own = valueProblem(value, schema);
  if (own !== undefined) return `\`${at}\` ${own}`;
  if (isRecord(value)) return fieldProblem(value, schema, at);
  const { items } = schema;
  return Array.isArray(value) && items !== undefined
    ? first(value.entries(), ([index, item]) => shapeProblem(item, items, `${at}[${index}]`))
    : undefined;
}

function valueProblem(
  value: unknown,
  { type = [], const: only, enum: choice, ...range }: ShapeSchema,
): string | undefined {
  const types = [type].flat();
  if (types.length > 0 && !types.some((one) => isOfType[one](value)))
    return `is not ${types.map(named).join(' or ')}`;
  if (only !== undefined && value !== only) return `is not ${only}`;
  if (choice !== undefined && !choice.some((one) => one === value))
    return `is not one of ${choice.join(', ')}`;
  const { minimum = -Infinity, maximum = Infinity } = range;
  return typeof value === 'number' && (value < minimum || value > maximum)
    ? 'is too small or too large'
    : undefined;
}

function fieldProblem(
  value: Readonly<Record<string, unknown>>,
  { required = [], properties = {} }: ShapeSchema,
  at: string,
): string | undefined {
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `\`${at}.${missing}\` is missing`;
  return first(Object.entries(properties), ([name, field]) =>
    Object.hasOwn(value, name) ? shapeProblem(value[name], field, `${at}.${name}`) : undefined,
  );
}

function first<T>(list: Iterable<T>, problemOf: (each: T) => string | undefined): string | undefined {
  for (const each of list) {
    const problem = problemOf(each);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function named(type: ShapeType): string {
  return type === 'null' ? type : `${/^[aoi]/u.test(type) ? 'an' : 'a'} ${type}`;
}
