/** The supported part of Python. A program with anything else is not read, so nothing is proven about it. */
export type Expression =
  | { readonly is: 'name'; readonly id: string }
  /** Undefined if its escapes are not decoded: any text. */
  | { readonly is: 'text'; readonly text: string | undefined }
  | { readonly is: 'format'; readonly parts: readonly (string | Expression)[] }
  | { readonly is: 'constant'; readonly text?: string }
  | { readonly is: 'attribute'; readonly of: Expression; readonly name: string }
  | Call
  | { readonly is: 'index'; readonly of: Expression; readonly by: readonly Expression[] }
  /** A tuple, with or without parentheses: it is immutable. */
  | { readonly is: 'row'; readonly items: readonly Expression[] }
  | { readonly is: 'list'; readonly items: readonly Expression[] }
  | { readonly is: 'table'; readonly items: readonly Expression[] }
  | { readonly is: 'star'; readonly of: Expression }
  | { readonly is: 'operation'; readonly operators: readonly string[]; readonly items: readonly Expression[] }
  | { readonly is: 'choice'; readonly when: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly is: 'lambda'; readonly takes: Parameters; readonly body: Expression }
  | {
      readonly is: 'comprehension';
      readonly items: readonly Expression[];
      readonly clauses: readonly Clause[];
    };

export interface Call {
  readonly is: 'call';
  readonly of: Expression;
  readonly given: readonly Expression[];
  readonly named: ReadonlyMap<string, Expression>;
}

export interface Clause {
  readonly target: Expression;
  readonly over: Expression;
  readonly conditions: readonly Expression[];
}

export interface Parameters {
  readonly names: readonly string[];
  readonly defaults: readonly Expression[];
}

export type Statement =
  | { readonly is: 'expression'; readonly value: Expression }
  | { readonly is: 'assign'; readonly targets: readonly Expression[]; readonly value: Expression }
  | { readonly is: 'update'; readonly target: Expression; readonly value: Expression }
  | { readonly is: 'for'; readonly target: Expression; readonly over: Expression; readonly body: Block }
  /** `if`, `while`, `try`, `else`: expressions and a body that may run. */
  | { readonly is: 'block'; readonly tests: readonly Expression[]; readonly body: Block }
  | { readonly is: 'with'; readonly value: Expression; readonly target: Expression | undefined }
  | { readonly is: 'except'; readonly name: string }
  | { readonly is: 'define'; readonly name: string; readonly takes: Parameters; readonly body: Block }
  | { readonly is: 'return'; readonly value: Expression }
  | { readonly is: 'import'; readonly module: string; readonly as: string }
  | { readonly is: 'from'; readonly module: string; readonly name: string; readonly as: string };

export type Block = readonly Statement[];

/** Thrown and caught within this directory: the program has something that is not supported. */
export class NotRead extends Error {}

export function notRead(what: string): never {
  throw new NotRead(what);
}
