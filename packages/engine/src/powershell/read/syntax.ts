import type { Span } from '../../call/span.ts';

/** How a text was quoted: a bare word, one of the two quotes, or either here-string. */
export type Quote = 'b' | "'" | '"' | "@'" | '@"';

/** An expression or an argument, tagged by kind. Offsets refer to the text that was read. */
export type Expression =
  | (Span & { readonly is: 'string'; readonly text: string; readonly quote: Quote })
  /** `"a $x"`: the value before expansion, and what is expanded. */
  | (Span & {
      readonly is: 'expandable';
      readonly text: string;
      readonly quote: Quote;
      readonly inner: readonly Expression[];
    })
  | (Span & { readonly is: 'number'; readonly text: string })
  | (Span & { readonly is: 'variable'; readonly name: string; readonly splat?: true })
  | (Span & { readonly is: 'parameter'; readonly name: string; readonly value?: Expression })
  | (Span & { readonly is: 'block' })
  | (Span & { readonly is: 'array'; readonly items: readonly Expression[] })
  /** `(…)`, `$(…)` and `@(…)`. `only` is the content if it is a single expression. */
  | (Span & { readonly is: 'paren' | 'sub' | 'list'; readonly only?: Expression })
  | (Span & { readonly is: 'hash'; readonly entries: readonly HashEntry[] })
  | (Span & { readonly is: 'type'; readonly name: string })
  | (Span & { readonly is: 'convert'; readonly type: string; readonly operand: Expression })
  | (Span & { readonly is: 'unary'; readonly operator: string; readonly operand: Expression })
  | (Span & {
      readonly is: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Span & {
      readonly is: 'index';
      readonly target: Expression;
      readonly index: Expression;
    })
  | Member;

export interface Member extends Span {
  readonly is: 'member';
  readonly target: Expression;
  readonly name: Expression;
  /** `::` rather than `.`. */
  readonly isStatic: boolean;
  /** Present in a call. */
  readonly args?: readonly Expression[];
}

export interface HashEntry {
  readonly key: Expression;
  /** Set if the value is a single expression. */
  readonly value?: Expression;
}

export interface Command extends Span {
  /** `&` or `.` before it. */
  readonly operator?: '&' | '.';
  /** The name first. */
  readonly elements: readonly Expression[];
  /** Which pipeline, and the position in it. */
  readonly pipeline: number;
  readonly place: number;
  background?: true;
}

export interface Redirection extends Span {
  /** Absent for a redirection of an expression. */
  command?: Command;
  readonly from: string;
  readonly kind: '>' | '>>' | '&';
  /** The file, or the target stream of a merge. */
  readonly to: Expression | string;
}

export interface Assignment extends Span {
  readonly target: Expression;
  readonly operator: string;
  /** Set if the right side is a single expression. */
  readonly value?: Expression;
}

export interface Definition extends Span {
  readonly kind: 'function' | 'filter' | 'class' | 'enum';
  readonly name: string;
}

/** Everything that a text would do, flattened: blocks and sub-expressions included. */
export interface Script {
  readonly commands: Command[];
  readonly redirections: Redirection[];
  readonly members: Member[];
  readonly assignments: Assignment[];
  readonly definitions: Definition[];
  /** Type names, in brackets. */
  readonly types: string[];
  /** `using namespace`: prefixes tried before each type. */
  readonly namespaces: string[];
  /** Variables that are read. */
  readonly variables: string[];
  /** An expression on its own or at the start of a pipeline, which tells what it feeds. */
  readonly inputs: Array<{ readonly value: Expression; readonly pipeline: number }>;
}

/** The text and where it is read, or why it is not understood. */
export type Reading =
  | { readonly understood: true; readonly script: Script }
  | { readonly understood: false; readonly reason: string; readonly at: number };
