import { createRequire } from 'node:module';
import { Language, Parser, type Node } from 'web-tree-sitter';

const require = createRequire(import.meta.url);
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')));

/** What tree-sitter-bash makes of a line; undefined where it finds an error in it. */
export function readTree<T>(line: string, use: (root: Node) => T): T | undefined {
  const tree = parser.parse(line);
  if (tree === null) return undefined;
  try {
    return tree.rootNode.hasError ? undefined : use(tree.rootNode);
  } finally {
    tree.delete();
  }
}

const more = ['command_substitution', 'process_substitution', 'variable_assignment', 'command'];

/** One command and its words: no list, pipe, redirection, substitution or assignment. */
export function isOneCommand(line: string): boolean {
  const isOne = readTree(line, ({ namedChildren: [first, second] }) =>
    first?.type === 'command' && second === undefined ? first.descendantsOfType(more).length === 1 : false,
  );
  return isOne ?? false;
}
