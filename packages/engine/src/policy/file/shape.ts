/** The required shape of a value in a policy file: one table shared by the reader and the published schema. */
export type Shape =
  | { readonly is: 'text'; readonly about: string; readonly examples?: readonly string[] }
  | {
      readonly is: 'choice';
      readonly about: string;
      readonly of: readonly string[];
      /** Aliases. */
      readonly also?: readonly string[];
    }
  | { readonly is: 'flag'; readonly about: string }
  /** An integer. */
  | { readonly is: 'count'; readonly about: string; readonly from: number; readonly to: number }
  | {
      readonly is: 'list';
      readonly about: string;
      readonly of: Shape;
      /** May not be empty. */
      readonly filled?: true;
      /** It can only loosen, or decides nothing: a broken entry in it is left out with a warning. */
      readonly soft?: true;
    }
  | ObjectShape
  /** Names chosen by the author, each with a value of one shape. */
  | { readonly is: 'named'; readonly about: string; readonly of: Shape }
  /** An object of any content, validated elsewhere. */
  | {
      readonly is: 'open';
      readonly about: string;
      readonly filled?: true;
      /** The definition used in the published schema. */
      readonly schema?: 'when' | 'limit' | 'check' | 'approvers';
    }
  /** The short form as a string, or the long form. */
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
