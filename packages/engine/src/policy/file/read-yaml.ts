import {
  Composer,
  CST,
  isAlias,
  isCollection,
  isNode,
  isPair,
  Lexer,
  Parser,
  type Alias,
  type Node,
} from 'yaml';
import type { Position } from './file-problem.ts';

/** A syntax problem, found before the meaning is considered. */
export interface TextProblem {
  readonly at: number;
  readonly message: string;
  readonly fix?: string;
}

export interface YamlText {
  /** Undefined if the text is empty or invalid. */
  readonly root: Node | undefined;
  readonly problems: readonly TextProblem[];
  readonly placeOf: (offset: number) => Position;
  /** The target of each alias: the nearest earlier node with that anchor. */
  readonly aliases: ReadonlyMap<Alias, Node>;
}

const longestText: number = 1024 * 1024;
export const deepest = 32;
/** Lines, brackets and commas: ten times what 10,000 short rules have. A file made only of brackets has a million. */
const mostParts = 100_000;
/** Twice what 10,000 rules need. */
const mostLexemes = 250_000;
const mostAliases = 100;
const mostProblems = 20;

/**
 * YAML 1.2 in the core schema: one document, no tags, no directives. Features that let a text mean something other than it
 * shows are left out. Size and depth are bounded before anything recurses.
 */
export function readYaml(text: string): YamlText {
  const lineStarts = [0];
  const aliases = new Map<Alias, Node>();
  const placeOf = (offset: number): Position => placeAmong(lineStarts, offset);
  const broken = (problems: readonly TextProblem[]): YamlText => ({
    root: undefined,
    problems,
    placeOf,
    aliases,
  });
  if (text.length > longestText)
    return broken([{ at: 0, message: `the text is longer than ${longestText} characters` }]);
  if (partsIn(text) > mostParts) return broken([{ at: 0, message: 'the text has too many parts' }]);
  try {
    const read = readTokens(text, lineStarts);
    if ('message' in read) return broken([read]);
    const { root, problems } = compose(read.tokens, text.length);
    if (problems.length > 0) return broken(problems);
    const unresolved = read.hasAliases && root !== undefined ? resolveAliases(root, aliases) : [];
    return unresolved.length > 0 ? broken(unresolved) : { root, problems, placeOf, aliases };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return broken([{ at: 0, message: `the text cannot be read: ${reason}` }]);
  }
}

function compose(
  tokens: readonly CST.Token[],
  length: number,
): { readonly root: Node | undefined; readonly problems: readonly TextProblem[] } {
  const problems: TextProblem[] = [];
  // We check unique keys ourselves: the package compares each key with all others.
  const composer = new Composer({ schema: 'core', uniqueKeys: false, keepSourceTokens: true });
  // The package creates an error with a stack for each of a million commas; only a few are ever read.
  Object.assign(composer, {
    onError: (...[source, , message, isWarning]: [ErrorSource, unknown, string, boolean?]) => {
      if (isWarning === true) return;
      problems.push({ at: offsetOf(source), message: message.replace(/^[A-Z](?=[a-z])/, lower) });
      if (problems.length >= mostProblems) throw new RangeError('too many mistakes');
    },
  });
  try {
    const [document] = [...composer.compose(tokens, true, length)];
    for (const { pos, message } of document?.errors ?? []) problems.push({ at: pos[0], message });
    return { root: document?.contents ?? undefined, problems };
  } catch (error) {
    if (problems.length === 0) throw error;
    return { root: undefined, problems };
  }
}

/** The position formats of the composer: an offset, a span or a token. */
type ErrorSource = number | readonly number[] | { readonly offset: number };

function offsetOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}

function lower(letter: string): string {
  return letter.toLowerCase();
}

/** A quick count before the first token is made. */
function partsIn(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) if (dividers.has(text.charCodeAt(at))) parts += 1;
  return parts;
}

const dividers: ReadonlySet<number> = new Set(Array.from('\n,[]{}', (letter) => letter.charCodeAt(0)));

interface Tokens {
  readonly tokens: readonly CST.Token[];
  readonly hasAliases: boolean;
}

function readTokens(text: string, lineStarts: number[]): Tokens | TextProblem {
  const parser = new Parser((offset) => lineStarts.push(offset));
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let hasAliases = false;
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isContent && lexeme.startsWith('!'))
      return { at: parser.offset, message: 'tags are not supported', fix: 'write the value without `!`' };
    hasAliases ||= !isContent && lexeme.startsWith('*');
    isContent = lexeme === CST.SCALAR;
    const known = tokens.length;
    for (const token of parser.next(lexeme)) tokens.push(token);
    const refused = tokens.length === known ? undefined : refusedAmong(tokens, known);
    if (refused !== undefined) return refused;
    lexemes += 1;
    if (lexemes > mostLexemes) return { at: parser.offset, message: 'the text has too many parts' };
    // The document and an unfinished scalar are on the stack too.
    if (parser.stack.length > deepest + 2)
      return { at: parser.offset, message: `nested more than ${deepest} levels deep` };
  }
  const known = tokens.length;
  for (const token of parser.end()) tokens.push(token);
  return refusedAmong(tokens, known) ?? { tokens, hasAliases };
}

/** Tokens that may occur between documents, but not in a policy. */
function refusedAmong(tokens: readonly CST.Token[], from: number): TextProblem | undefined {
  for (const token of tokens.slice(from)) {
    const at = token.offset;
    if (token.type === 'directive')
      return { at, message: 'directives are not supported', fix: 'remove the line that starts with %' };
    if (token.type === 'error') return { at, message: token.message };
    if (token.type === 'document' && tokens.some((other) => other !== token && other.type === 'document'))
      return { at, message: 'a second document begins', fix: 'one policy per file' };
  }
  return undefined;
}

/** An anchor counts from the end of its node, so that no node can contain itself. */
function resolveAliases(root: Node, aliases: Map<Alias, Node>): readonly TextProblem[] {
  const anchors = new Map<string, Node>();
  const problems: TextProblem[] = [];
  const visit = (node: unknown): void => {
    if (isPair(node)) {
      visit(node.key);
      visit(node.value);
    } else if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target !== undefined) aliases.set(node, target);
      else if (problems.length < mostProblems)
        problems.push({ at: startOf(node), message: `no anchor \`${node.source}\` before this` });
    } else if (isNode(node)) {
      if (isCollection(node)) for (const item of node.items) visit(item);
      if ('anchor' in node && node.anchor !== undefined) anchors.set(node.anchor, node);
    }
  };
  visit(root);
  if (aliases.size > mostAliases)
    problems.push({ at: 0, message: `more than ${mostAliases} aliases`, fix: 'write the rules out' });
  return problems;
}

export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function placeAmong(lineStarts: readonly number[], offset: number): Position {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}
