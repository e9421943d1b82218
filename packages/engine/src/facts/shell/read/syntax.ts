import { forEachChild, parse, type ParsedScript, type SyntaxNode } from 'unbash';

/**
 * The only entry to the parser. Its tree is a proposal: the readers in this folder check every token of it against the text,
 * and nothing else may import the parser.
 */
export type {
  AndOr,
  ArithmeticCommand,
  ArithmeticFor,
  Assignment as AssignmentNode,
  BraceGroup,
  Case,
  Command,
  CompoundList,
  Coproc,
  For,
  Function as FunctionNode,
  HereDoc,
  If,
  ParsedScript,
  Pipeline,
  Redirect,
  Redirected,
  Redirection as RedirectionNode,
  Select,
  Statement,
  Subshell,
  SyntaxNode,
  TestCommand,
  TestExpression,
  While,
  Word as WordNode,
} from 'unbash';

export type Syntax = { readonly script: ParsedScript; readonly error?: SyntaxTrouble };

export interface SyntaxTrouble {
  readonly reason: string;
  readonly at: number;
}

const LONGEST = 65_536;
/** So short that parsing is always fast. */
const SHORT = 512;

/**
 * Where the parser is quadratic: it searches for the end of an opener again and again. Each row bounds the number of openers,
 * or that number times the length, so that the worst text takes a fraction of a second.
 */
const COSTLY: ReadonlyArray<{
  readonly opener: RegExp;
  readonly most?: number;
  readonly timesLength?: number;
}> = [
  { opener: /[{([`<]/g, most: 4_096 },
  { opener: /\$[({]|[<>]\(|`/g, timesLength: 40_000_000 },
  { opener: /\$\[/g, timesLength: 1_000_000 },
];

/** Why the text is not passed to the parser at all. */
export function tooMuch(text: string): SyntaxTrouble | undefined {
  if (text.length > LONGEST) return { reason: 'longer than 64 KiB', at: LONGEST };
  if (text.length < SHORT) return undefined;
  for (const { opener, most = Infinity, timesLength = Infinity } of COSTLY) {
    const count = text.match(opener)?.length ?? 0;
    if (count > most || count * text.length > timesLength)
      return { reason: 'too many opening brackets', at: 0 };
  }
  return undefined;
}

export function parseSyntax(text: string): Syntax | SyntaxTrouble {
  try {
    const script = parse(text);
    const error = script.errors?.[0];
    return error === undefined ? { script } : { script, error: { reason: error.message, at: error.pos } };
  } catch (thrown) {
    return { reason: `the parser failed: ${thrown instanceof Error ? thrown.message : 'unknown'}`, at: 0 };
  }
}

export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
