/**
 * A schema of any library that follows Standard Schema 1 (zod, valibot, arktype and others), declared by its shape: none of
 * them is a dependency.
 *
 * @example
 * ```ts
 * import { defineTool, type StandardSchema } from '@permesso/gate';
 * import { z } from 'zod';
 * const schema: StandardSchema<{ amount: number }> = z.object({ amount: z.number() });
 * const refund = defineTool({ name: 'refund', schema });
 * ```
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/**
 * What a schema says of a value: the value, or what is wrong with it.
 *
 * @example
 * ```ts
 * import type { SchemaResult } from '@permesso/gate';
 * const refused: SchemaResult<number> = { issues: [{ message: 'not a number' }] };
 * ```
 */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: SchemaPath | undefined }[] };

type SchemaPath = readonly (PropertyKey | { readonly key: PropertyKey })[];

/**
 * What a caller sends: conditions of rules are about this.
 *
 * @example
 * ```ts
 * import type { InputOf } from '@permesso/gate';
 * import { z } from 'zod';
 * const schema = z.object({ amount: z.number().default(5) });
 * const sent: InputOf<typeof schema> = {};
 * ```
 */
export type InputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input'];

/**
 * What the schema makes of it: functions of a tool are given this.
 *
 * @example
 * ```ts
 * import type { OutputOf } from '@permesso/gate';
 * import { z } from 'zod';
 * const schema = z.object({ amount: z.number().default(5) });
 * const used: OutputOf<typeof schema> = { amount: 5 };
 * ```
 */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** What the schema makes of the input. Throws where it does not fit, or where the schema can only answer later. */
export function validated<S extends StandardSchema>(schema: S, input: unknown): OutputOf<S> {
  const result = schema['~standard'].validate(input);
  if ('then' in result)
    throw new TypeError('the schema answers later; a decision needs one that answers at once');
  if (result.issues === undefined) return result.value;
  const [first] = result.issues;
  const place = (first?.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  throw new TypeError(
    `the arguments do not fit the schema: ${place.length === 0 ? '' : `${place.join('.')}: `}${first?.message ?? ''}`,
  );
}
