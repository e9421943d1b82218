import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser, type Node } from 'web-tree-sitter';

/** Without this V8 spends half a second optimising the grammar's lexer before the process may end. */
setFlagsFromString('--liftoff-only');

export interface SecondReading {
  /** The names of the commands that this parser sees and that are plain words. */
  readonly names: ReadonlySet<string>;
  readonly hasError: boolean;
}

/** tree-sitter's grammar of bash: never trusted, only asked for a second opinion. */
export async function secondParser(): Promise<(text: string) => SecondReading> {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-bash/tree-sitter-bash.wasm');
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (text) => {
    const tree = parser.parse(text);
    if (tree === null) return { names: new Set(), hasError: true };
    const reading = { names: namesIn(tree.rootNode), hasError: tree.rootNode.hasError };
    tree.delete();
    return reading;
  };
}

function namesIn(root: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const name = node.type === 'command_name' ? plainName(node) : undefined;
    if (name !== undefined) names.add(name);
    for (const child of node.children) if (child !== null) open.push(child);
  }
  return names;
}

/** Only names that need no unquoting, so that a difference is about finding commands and not about words. */
function plainName(node: Node): string | undefined {
  return /^[\w./+@:-]+$/u.test(node.text) ? node.text : undefined;
}
