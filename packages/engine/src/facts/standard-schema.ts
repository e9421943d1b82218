/**
 * A schema of any library that follows Standard Schema 1 (zod, valibot, arktype and others), declared by its shape: none of
 * them is a dependency.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema says of a value: the value, or what is wrong with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: SchemaPath | undefined }[] };

type SchemaPath = readonly (PropertyKey | { readonly key: PropertyKey })[];

/** What a caller sends: conditions of rules are about this. */
export type InputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input'];

/** What the schema makes of it: functions of a tool are given this. */
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
