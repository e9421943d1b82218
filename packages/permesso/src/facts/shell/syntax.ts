import { forEachChild, parse } from 'unbash';
import type { ParsedScript, SyntaxNode } from 'unbash';

/**
 * The only door to the parser. Its tree is a proposal: every token of it is checked against the text by the
 * readers in this folder, and nothing else may import the parser.
 */
export type {
  AndOr,
  ArithmeticCommand,
  ArithmeticExpression,
  ArithmeticFor,
  ArrayValue,
  Assignment as AssignmentNode,
  BraceGroup,
  Case,
  CaseItem,
  Command,
  CompoundList,
  Coproc,
  For,
  Function as FunctionNode,
  HereDoc,
  HereString,
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
/** The parser is quadratic in unclosed openers: 64 KiB of `{a,` takes it seconds, this many take milliseconds. */
const MOST_OPENERS = 4_096;

/** Why the text is not even given to the parser. */
export function tooMuch(text: string): SyntaxTrouble | undefined {
  if (text.length > LONGEST) return { reason: 'longer than 64 KiB', at: LONGEST };
  let openers = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    // { ( ` [ <
    if (char === 123 || char === 40 || char === 96 || char === 91 || char === 60) openers += 1;
  }
  return openers > MOST_OPENERS ? { reason: `more than ${MOST_OPENERS} opening brackets`, at: 0 } : undefined;
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
