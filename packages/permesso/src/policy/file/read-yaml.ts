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
  type Document,
  type Node,
} from 'yaml';
import type { Place } from './file-problem.ts';

/** What is wrong with a text before anybody asks what it means. */
export interface TextProblem {
  readonly at: number;
  readonly message: string;
  readonly mend?: string;
}

export interface YamlText {
  /** Undefined where the text is empty or cannot be read. */
  readonly root: Node | undefined;
  readonly problems: readonly TextProblem[];
  readonly placeOf: (offset: number) => Place;
  /** What each alias stands for: the nearest earlier node with that anchor. */
  readonly aliases: ReadonlyMap<Alias, Node>;
}

export const longestText: number = 1024 * 1024;
export const deepest = 32;
const mostAliases = 100;
const mostProblems = 20;

/**
 * YAML 1.2 in the core schema: one document, no tags, no directives. What is left out are the ways in which a text
 * means something else than it says. Size and depth are bounded before anything recurses.
 */
export function readYaml(text: string): YamlText {
  const lineStarts = [0];
  const aliases = new Map<Alias, Node>();
  const placeOf = (offset: number): Place => placeAmong(lineStarts, offset);
  const broken = (problems: readonly TextProblem[]): YamlText => ({
    root: undefined,
    problems,
    placeOf,
    aliases,
  });
  if (text.length > longestText)
    return broken([{ at: 0, message: `the text is longer than ${longestText} characters` }]);
  try {
    const read = readTokens(text, lineStarts);
    if ('message' in read) return broken([read]);
    // Unique keys are our own check: the package's compares each key with all others.
    const composer = new Composer({ schema: 'core', uniqueKeys: false, keepSourceTokens: true });
    const [document, second] = [...composer.compose(read.tokens, true, text.length)];
    const problems = syntaxProblems(document, second);
    const root = document?.contents ?? undefined;
    if (read.hasAliases && root !== undefined && problems.length === 0)
      problems.push(...resolveAliases(root, aliases));
    if (problems.length > 0) return broken(problems);
    return { root, problems, placeOf, aliases };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return broken([{ at: 0, message: `the text cannot be read: ${reason}` }]);
  }
}

function syntaxProblems(
  document: Document.Parsed | undefined,
  second: Document.Parsed | undefined,
): TextProblem[] {
  const problems: TextProblem[] = (document?.errors ?? [])
    .slice(0, mostProblems)
    .map(({ pos, message }) => ({ at: pos[0], message: message.replace(/^[A-Z](?=[a-z])/, lower) }));
  if (second !== undefined)
    problems.push({ at: second.range[0], message: 'a second document begins', mend: 'one policy per file' });
  return problems;
}

function lower(letter: string): string {
  return letter.toLowerCase();
}

interface Tokens {
  readonly tokens: readonly CST.Token[];
  readonly hasAliases: boolean;
}

function readTokens(text: string, lineStarts: number[]): Tokens | TextProblem {
  const parser = new Parser((offset) => lineStarts.push(offset));
  const tokens: CST.Token[] = [];
  let hasAliases = false;
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isContent && lexeme.startsWith('!'))
      return { at: parser.offset, message: 'a tag stands here', mend: 'write the value without `!`' };
    hasAliases ||= !isContent && lexeme.startsWith('*');
    isContent = lexeme === CST.SCALAR;
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The document and a scalar in the making stand on the stack too.
    if (parser.stack.length > deepest + 2)
      return { at: parser.offset, message: `nested more than ${deepest} levels deep` };
  }
  for (const token of parser.end()) tokens.push(token);
  const directive = tokens.find(({ type }) => type === 'directive');
  return directive === undefined
    ? { tokens, hasAliases }
    : {
        at: directive.offset,
        message: 'a directive stands here',
        mend: 'remove the line that starts with %',
      };
}

/** An anchor counts from where its node ends, so that no node can hold itself. */
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
    problems.push({ at: 0, message: `more than ${mostAliases} aliases`, mend: 'write the rules out' });
  return problems;
}

export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function placeAmong(lineStarts: readonly number[], offset: number): Place {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}
