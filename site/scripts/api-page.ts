import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const repository = join(import.meta.dirname, '../..');

interface SyntaxPart {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string } & SyntaxPart;
  readonly body?: SyntaxPart | readonly SyntaxPart[];
  readonly key?: { readonly name?: string };
  readonly accessibility?: string;
  readonly value?: { readonly body?: SyntaxPart };
  readonly declarations?: readonly {
    readonly id: { readonly name: string; readonly end: number } & SyntaxPart;
    readonly init?: SyntaxPart;
  }[];
}

interface Statement extends SyntaxPart {
  readonly declaration?: SyntaxPart;
  readonly source?: { readonly value: string };
  readonly specifiers?: readonly {
    readonly local: { readonly name: string };
    readonly exported?: { readonly name: string };
    readonly imported?: { readonly name: string };
  }[];
}

/** Something that a package exports, as its source says it. */
export interface Exported {
  readonly name: string;
  readonly kind: 'function' | 'type' | 'value' | 'class';
  readonly comment: string;
  readonly signature: string;
}

/** Everything that a module exports, through as many files as it takes. */
function exportsOf(file: string): readonly Exported[] {
  const { text, body } = parsed(file);
  return body.flatMap((statement): readonly Exported[] => {
    if (statement.type === 'ExportAllDeclaration')
      return exportsOf(resolveFrom(file, statement.source?.value ?? ''));
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.declaration !== undefined && statement.declaration !== null)
      return described({ text, statement, declaration: statement.declaration });
    return (statement.specifiers ?? []).map(({ local, exported }) => {
      const name = exported?.name ?? local.name;
      const source = statement.source?.value ?? importedFrom(local.name, body);
      const found = exportsOf(source === undefined ? file : resolveFrom(file, source)).find(
        (each) => each.name === local.name,
      );
      if (found === undefined) throw new Error(`${file} exports ${name}, which ${source} does not have`);
      return { ...found, name };
    });
  });
}

const cache = new Map<string, { readonly text: string; readonly body: readonly Statement[] }>();

function parsed(file: string): { readonly text: string; readonly body: readonly Statement[] } {
  const known = cache.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const made = { text, body: parseAst(text, { lang: 'ts' }).body as unknown as readonly Statement[] };
  cache.set(file, made);
  return made;
}

function importedFrom(name: string, body: readonly Statement[]): string | undefined {
  return body.find(
    ({ type, specifiers }) =>
      type === 'ImportDeclaration' && specifiers?.some(({ local }) => local.name === name),
  )?.source?.value;
}

function resolveFrom(file: string, source: string): string {
  const [, name, stage = '.'] = /^@permesso\/(engine|protocol|gate)(?:\/([\w/-]+))?$/u.exec(source) ?? [];
  const found =
    name === undefined
      ? join(dirname(file), source)
      : name === 'gate'
        ? sourceOfGate(stage)
        : join(repository, 'packages', name, 'src', stage, 'index.ts');
  if (!existsSync(found)) throw new Error(`${file} names ${source}, which is not a file of this repository`);
  return found;
}

function sourceOfGate(stage: string): string {
  const { exports } = JSON.parse(readFileSync(join(repository, 'packages/gate/package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly '@permesso/source'?: string }>>;
  };
  const path = exports[stage === '.' ? '.' : `./${stage}`]?.['@permesso/source'];
  return join(repository, 'packages/gate', path ?? stage);
}

interface Found {
  readonly text: string;
  readonly statement: Statement;
  readonly declaration: SyntaxPart;
}

function described({ text, statement, declaration }: Found): readonly Exported[] {
  const comment = commentBefore(text, statement.start);
  const whole = (end: number): string => text.slice(declaration.start, end).trim();
  switch (declaration.type) {
    case 'FunctionDeclaration': {
      const body = declaration.body as SyntaxPart;
      return [
        { name: declaration.id?.name ?? '', kind: 'function', comment, signature: `${whole(body.start)};` },
      ];
    }
    case 'ClassDeclaration':
      return [
        {
          name: declaration.id?.name ?? '',
          kind: 'class',
          comment,
          signature: classOutline(text, declaration),
        },
      ];
    case 'VariableDeclaration':
      return (declaration.declarations ?? []).map(({ id }) => ({
        name: id.name,
        kind: 'value' as const,
        comment,
        signature: `declare const ${text.slice(id.start, id.end)};`,
      }));
    default:
      return [{ name: declaration.id?.name ?? '', kind: 'type', comment, signature: whole(declaration.end) }];
  }
}

/** A class without what its methods do. */
function classOutline(text: string, declaration: SyntaxPart): string {
  const body = declaration.body as { readonly start: number; readonly body: readonly SyntaxPart[] };
  const members = body.body
    .filter(({ accessibility, key }) => accessibility !== 'private' && key?.name !== undefined)
    .map(
      ({ start, end, value }) =>
        `  ${text
          .slice(start, value?.body?.start ?? end)
          .trim()
          .replace(/;$/u, '')};`,
    );
  return `${text.slice(declaration.start, body.start)}{\n${members.join('\n')}\n}`;
}

function commentBefore(text: string, at: number): string {
  const found = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/u.exec(text.slice(0, at));
  return (found?.[1] ?? '')
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s?/u, ''))
    .join('\n')
    .trim();
}

/** One page for one way to import something. */
export function apiPage(specifier: string, file: string): string {
  const all = exportsOf(join(repository, file));
  const group = (title: string, kinds: readonly Exported['kind'][]): readonly string[] => {
    const own = all
      .filter(({ kind }) => kinds.includes(kind))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    return own.length === 0
      ? []
      : [
          `## ${title}`,
          ...own.map(({ name, comment, signature }) =>
            [
              `### ${name}`,
              ...(comment === '' ? [] : [inProse(comment)]),
              `\`\`\`ts\n${signature}\n\`\`\``,
            ].join('\n\n'),
          ),
        ];
  };
  return [
    `# ${specifier}`,
    `Made from the comments in \`${file}\` and the files behind it. [All entry points](./index.md).`,
    ...group('Functions', ['function']),
    ...group('Classes', ['class']),
    ...group('Values', ['value']),
    ...group('Types', ['type']),
    '',
  ].join('\n\n');
}

/** Names in comments are not links on this page. A fenced block is code and stays unchanged. */
function inProse(comment: string): string {
  return comment
    .split(/(^```[\s\S]*?^```$)/mu)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(/\{@link ([^}]+)\}/gu, '`$1`').replaceAll('<', '&lt;'),
    )
    .join('');
}

export interface EntryPoint {
  readonly specifier: string;
  readonly file: string;
  /** Name of the page. */
  readonly page: string;
}

/** From the `exports` of the manifests; a package that others of this repository alone import is none. */
export function entryPoints(): readonly EntryPoint[] {
  return ['gate', 'engine'].flatMap((folder) => {
    const manifest = JSON.parse(
      readFileSync(join(repository, 'packages', folder, 'package.json'), 'utf8'),
    ) as {
      readonly name: string;
      readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
    };
    return Object.entries(manifest.exports).flatMap(([path, target]) => {
      if (typeof target === 'string' || target.types === undefined || path.includes('*')) return [];
      // Stages of the library are for the program and the server.
      if (folder === 'gate' && path !== '.' && target.types.endsWith('/index.d.ts')) return [];
      const specifier = join(manifest.name, path);
      const file = target.types
        .replace(/^\.\/dist\//u, `packages/${folder}/src/`)
        .replace(/\.d\.ts$/u, '.ts');
      return [{ specifier, file, page: specifier.replace('@permesso/', '').replaceAll('/', '-') }];
    });
  });
}
