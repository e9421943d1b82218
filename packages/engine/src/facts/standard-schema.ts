/**
 * A schema of any library that implements Standard Schema 1 (zod, valibot, arktype and others), declared structurally so that
 * none of them is a dependency.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The outcome of validation: the value, or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: SchemaPath | undefined }[] };

type SchemaPath = readonly (PropertyKey | { readonly key: PropertyKey })[];

/** The type that a caller sends: conditions of rules refer to this. */
export type InputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input'];

/** The type after validation: the functions of a tool receive this. */
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** Validates the input. Throws if it does not fit, or if the schema validates asynchronously. */
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
