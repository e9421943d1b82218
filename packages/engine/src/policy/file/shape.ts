/** What a value in a policy file must look like: the one table that the reader and the published schema share. */
export type Shape =
  | { readonly is: 'text'; readonly about: string; readonly examples?: readonly string[] }
  | {
      readonly is: 'choice';
      readonly about: string;
      readonly of: readonly string[];
      /** Names that mean one of them. */
      readonly also?: readonly string[];
    }
  | { readonly is: 'flag'; readonly about: string }
  /** A whole number. */
  | { readonly is: 'count'; readonly about: string; readonly from: number; readonly to: number }
  | {
      readonly is: 'list';
      readonly about: string;
      readonly of: Shape;
      /** May not be empty. */
      readonly filled?: true;
      /** It can only loosen, or decides nothing: what is broken in it is left out with a warning. */
      readonly soft?: true;
    }
  | ObjectShape
  /** Names of the writer's own, each with a value of one shape. */
  | { readonly is: 'named'; readonly about: string; readonly of: Shape }
  /** An object of anything, looked into elsewhere. */
  | {
      readonly is: 'open';
      readonly about: string;
      readonly filled?: true;
      /** What the published schema says of it. */
      readonly schema?: 'when' | 'limit' | 'check' | 'approvers';
    }
  /** The short form as a text, or the long one. */
  | {
      readonly is: 'either';
      readonly about: string;
      readonly text: Shape;
      readonly list?: Shape;
      readonly object: Shape;
    };

export interface ObjectShape {
  readonly is: 'object';
  readonly about: string;
  readonly fields: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** A JSON Schema, as data. */
export type JsonSchema = Readonly<Record<string, unknown>>;
