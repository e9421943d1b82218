import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Unreadable } from './format.ts';

/** JSON with comments, and the position of each value. Keys keep their order, including numeric ones. */
export interface JsonSource {
  readonly root: JsonNode;
}

export interface JsonNode {
  readonly line: number;
  readonly value: unknown;
  /** In the order written, with duplicate keys. */
  readonly entries: readonly (readonly [key: string, node: JsonNode])[];
  readonly items: readonly JsonNode[];
}

export const deepest = 64;
const longest = 4_000_000;

export function readJsonc(text: string): JsonSource | Unreadable {
  if (text.length > longest) return { error: `longer than ${longest} characters` };
  if (tooDeep(text)) return { error: `nested more than ${deepest} deep` };
  const errors: ParseError[] = [];
  const tree = parseTree(text.replace(/^\uFEFF/u, ''), errors, { allowTrailingComma: true });
  const lineAt = lineReader(text);
  const [first] = errors;
  if (first !== undefined)
    return { error: `not JSON: ${printParseErrorCode(first.error)}`, line: lineAt(first.offset) };
  if (tree?.type !== 'object') return { error: 'not a JSON object' };
  return { root: toJsonNode(tree, lineAt) };
}

function toJsonNode(node: Node, lineAt: (offset: number) => number): JsonNode {
  const children = node.children ?? [];
  return {
    line: lineAt(node.offset),
    value: node.type === 'object' ? undefined : (getNodeValue(node) as unknown),
    entries:
      node.type === 'object'
        ? children.flatMap(({ children: pair }) =>
            pair?.[0] === undefined || pair[1] === undefined
              ? []
              : [[String(pair[0].value), toJsonNode(pair[1], lineAt)] as const],
          )
        : [],
    items: node.type === 'array' ? children.map((child) => toJsonNode(child, lineAt)) : [],
  };
}

/** The last of duplicate keys, as every JSON reader takes it. */
export function entry(node: JsonNode | undefined, ...path: readonly string[]): JsonNode | undefined {
  return path.reduce((at, name) => at?.entries.findLast(([key]) => key === name)?.[1], node);
}

export function textsIn(
  node: JsonNode | undefined,
): readonly { readonly text: string; readonly line: number }[] {
  return (node?.items ?? []).flatMap(({ value, line }) =>
    typeof value === 'string' ? [{ text: value, line }] : [],
  );
}

/** Binary search over line starts, because a file of many lines needs many lookups. */
export function lineReader(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** The parser is recursive. Brackets in strings count too: a file that deep is not a policy. */
export function tooDeep(text: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText && character === '\\') at += 1;
    else if (character === '"') inText = !inText;
    else if (character === '\n') inText = false;
    else if (!inText && (character === '{' || character === '[')) depth += 1;
    else if (!inText && (character === '}' || character === ']')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}
