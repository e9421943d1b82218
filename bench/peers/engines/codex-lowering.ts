import type { Node } from 'web-tree-sitter';
import { readTree } from './bash-tree.ts';

/**
 * How Codex sees a shell line before it asks its rules: the words of each command where the whole line is plain (commands,
 * pipes, lists, literal words), and else one opaque `bash -lc LINE`.
 */

const kinds: ReadonlySet<string> = new Set([
  'program',
  'list',
  'pipeline',
  'command',
  'command_name',
  'word',
  'string',
  'string_content',
  'raw_string',
  'number',
  'concatenation',
]);
const marks: ReadonlySet<string> = new Set(['&&', '||', ';', '|', '"', "'"]);
/** In a bare word these are read by the shell, so the text is not the word. */
const special = /[{}*?[\]\\~^#$`]|^=/u;

export function lower(line: string): readonly (readonly string[])[] {
  return readTree(line, commandsOf) ?? [['bash', '-lc', line]];
}

function commandsOf(root: Node): readonly (readonly string[])[] | undefined {
  if (!isPlain(root)) return undefined;
  const commands = root.descendantsOfType('command').map((node) => node.namedChildren.map(literal));
  const plain = commands.filter((words): words is string[] => !words.includes(undefined));
  return commands.length === 0 || plain.length < commands.length ? undefined : plain;
}

function isPlain(node: Node): boolean {
  if (node.isNamed ? !kinds.has(node.type) : !marks.has(node.type)) return false;
  return node.children.every((child) => isPlain(child));
}

function literal(node: Node): string | undefined {
  switch (node.type) {
    case 'command_name':
      return node.firstChild === null ? undefined : literal(node.firstChild);
    case 'word':
    case 'number':
      return special.test(node.text) ? undefined : node.text;
    case 'raw_string':
      return node.text.slice(1, -1);
    case 'string': {
      const inside = node.text.slice(1, -1);
      return /[$`\\]/u.test(inside) ? undefined : inside;
    }
    case 'concatenation': {
      const parts = node.namedChildren.map((child) => literal(child));
      return parts.includes(undefined) ? undefined : parts.join('');
    }
    default:
      return undefined;
  }
}
