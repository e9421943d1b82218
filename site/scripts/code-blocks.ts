import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { parseAst } from 'rolldown/parseAst';
import { parseAllDocuments } from 'yaml';

export interface CodeBlock {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Every fenced block of the pages in a folder. */
export function blocksOf(folder: string): readonly CodeBlock[] {
  return globSync('**/*.md', { cwd: folder })
    .toSorted()
    .flatMap((page) => blocksIn(page, readFileSync(join(folder, page), 'utf8')));
}

export function blocksIn(page: string, text: string): readonly CodeBlock[] {
  return Array.from(text.matchAll(/^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^\1```$/gmu), (found) => ({
    page,
    line: text.slice(0, found.index).split('\n').length,
    language: found[2] ?? '',
    text: (found[3] ?? '').replaceAll(new RegExp(`^${found[1] ?? ''}`, 'gmu'), ''),
  }));
}

/** Languages that are shown, not read: what a program printed, plain text, queries, and those whose compilers few machines have. */
const shown: ReadonlySet<string> = new Set([
  '',
  'text',
  'console',
  'diff',
  'sql',
  'toml',
  'ini',
  'nginx',
  'http',
  'html',
  'tsx',
  'jsonl',
  'rust',
  'go',
]);

const readers: Readonly<Record<string, (text: string) => string | undefined>> = {
  ts: script,
  js: script,
  json: json,
  jsonc: json,
  yaml: (text) => parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => message))[0],
  sh: (text) => spawned('bash', ['-n'], text),
  bash: (text) => spawned('bash', ['-n'], text),
  python: (text) => spawned('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], text),
};

/** What is wrong with a block, if anything. A language that nobody here knows is wrong too. */
export function blockProblem({ language, text }: CodeBlock): string | undefined {
  if (shown.has(language)) return undefined;
  const reader = readers[language];
  return reader === undefined ? `nobody reads the language \`${language}\`` : reader(text);
}

/** Whole, or an excerpt: the inside of a function. */
function script(text: string): string | undefined {
  const problem = parseProblem(text);
  return problem === undefined || parseProblem(`async () => {\n${text}\n}`) === undefined
    ? undefined
    : problem;
}

function parseProblem(text: string): string | undefined {
  try {
    parseAst(text, { lang: 'ts' });
    return undefined;
  } catch (error) {
    return messageOf(error).split('\n')[0];
  }
}

function json(text: string): string | undefined {
  const errors: ParseError[] = [];
  parseJsonc(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? undefined : `not JSON at ${errors[0]?.offset}`;
}

function spawned(program: string, args: readonly string[], input: string): string | undefined {
  const { status, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1);
}
