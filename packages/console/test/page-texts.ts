import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** Attributes that a person reads, or that are read aloud. */
const read = new Set([
  'aria-label',
  'title',
  'placeholder',
  'label',
  'name',
  'note',
  'sub',
  'unit',
  'text',
  'alt',
]);
/** Of elements of HTML these are no words. */
const technical = new Set(['name', 'label']);

export interface FoundText {
  readonly file: string;
  readonly text: string;
}

/** Words for people that stand in a component instead of the catalogue: JSX text, and attributes that are read. */
export function textsInPages(source: string): readonly FoundText[] {
  return textsOf(source, { isRead: (name) => name.endsWith('.tsx'), find: (program) => wordsIn(program) });
}

/** The same in code: toasts, problems, titles in rows of data. One word alone may be a name, so two make a sentence. */
export function sentencesInCode(source: string): readonly FoundText[] {
  return textsOf(source, {
    isRead: (name) => name.endsWith('.tsx') || (name.endsWith('.ts') && !isCatalogue(name)),
    find: sentencesIn,
  });
}

/** The texts of a page stand in its folder, those of several in `texts/`. Tests show nothing to anybody. */
function isCatalogue(name: string): boolean {
  return /^texts\/|(?:^|[/-])texts\.ts$|\.test\.ts$/.test(name);
}

interface Search {
  readonly isRead: (name: string) => boolean;
  readonly find: (program: Node) => readonly string[];
}

function textsOf(source: string, { isRead, find }: Search): readonly FoundText[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(isRead)
    .toSorted()
    .flatMap((file) => {
      const lang = file.endsWith('.tsx') ? 'tsx' : 'ts';
      const program = parseAst(readFileSync(join(source, file), 'utf8'), { lang }) as unknown as Node;
      return find(program).map((text) => ({ file, text }));
    });
}

/** Attributes whose texts nobody reads. */
const unread = new Set(['className', 'key', 'value']);

function sentencesIn(node: Node): readonly string[] {
  if (node.type === 'JSXAttribute' && unread.has(nameOf(node))) return [];
  if (node.type === 'Literal' || node.type === 'TemplateElement')
    return literals(node).filter((text) => /\p{L}{2} \p{L}{2}/u.test(text));
  return childrenOf(node)
    .filter((child) => !isName(child, node))
    .flatMap((child) => sentencesIn(child));
}

/** A text that is compared, imported or a key, or the attribute of an element: no words, or found by the other search. */
function isName(child: Node, parent: Node): boolean {
  return (
    child === parent['key'] ||
    (child.type === 'Literal' &&
      ['BinaryExpression', 'ImportDeclaration', 'JSXAttribute', 'TSLiteralType'].includes(parent.type))
  );
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

function wordsIn(node: Node, tag = ''): readonly string[] {
  if (node.type === 'JSXText') return asWords(node['value']);
  if (node.type === 'JSXAttribute') return wordsInAttribute(node, tag);
  const below = childrenOf(node).flatMap((child) =>
    wordsIn(child, node.type === 'JSXOpeningElement' ? nameOf(node) : tag),
  );
  return node.type === 'JSXExpressionContainer' ? [...literalsShown(node['expression']), ...below] : below;
}

function wordsInAttribute(node: Node, tag: string): readonly string[] {
  const { value } = node;
  if (!isNode(value)) return [];
  const isRead = read.has(nameOf(node)) && (/^[A-Z]/.test(tag) || !technical.has(nameOf(node)));
  if (isRead) return literals(value);
  // Elements that are handed over are drawn somewhere.
  return elementsIn(value).flatMap((element) => wordsIn(element));
}

function elementsIn(node: Node): readonly Node[] {
  return node.type === 'JSXElement' || node.type === 'JSXFragment'
    ? [node]
    : childrenOf(node).flatMap(elementsIn);
}

function nameOf(node: Node): string {
  return String((node['name'] as { readonly name?: unknown }).name);
}

/** What an expression between tags shows: texts, and those that it chooses from. */
function literalsShown(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  if (value.type === 'ConditionalExpression')
    return [...literalsShown(value['consequent']), ...literalsShown(value['alternate'])];
  if (value.type === 'LogicalExpression') return literalsShown(value['right']);
  return value.type === 'Literal' || value.type === 'TemplateLiteral' ? literals(value) : [];
}

function literals(node: Node): readonly string[] {
  if (node.type === 'Literal') return asWords(node['value']);
  if (node.type === 'TemplateElement')
    return asWords((node['value'] as { readonly cooked?: unknown }).cooked);
  if (node.type === 'CallExpression' || node.type === 'BinaryExpression') return [];
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return wordsIn(node);
  return childrenOf(node).flatMap(literals);
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

/** Marks, units of one letter, numbers and command lines of our own are the same in every language. */
function asWords(value: unknown): readonly string[] {
  return typeof value === 'string' && /\p{L}{2}/u.test(value) && !/^\s*permesso /.test(value)
    ? [value.trim().replaceAll(/\s+/g, ' ')]
    : [];
}
