import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const own = join(import.meta.dirname, '../..');
const packages = join(own, '..');

export interface PublicName {
  /** The entry that exports it: `.`, `./policy`. */
  readonly entry: string;
  readonly name: string;
  /** The file that declares it, below `packages/`. */
  readonly file: string;
  /** Its comment, where it has one. */
  readonly comment: string;
  /** A function, class or constant, and no type. */
  readonly isValue: boolean;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

/** Every name that a user can import, with the comment that their editor shows. */
export function publicNames(): readonly PublicName[] {
  const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Manifest;
  return Object.keys(exports).flatMap((entry) => {
    const source = sourceOf(exports[entry]);
    if (source === undefined) return [];
    return namesIn(source).map((name) => ({ entry, name, ...declarationOf(name, source) }));
  });
}

/** The source file of each entry, by the name it is imported by: `@permesso/gate/policy`. */
export function entrySources(): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Manifest;
  return new Map(
    Object.entries(exports).flatMap(([entry, target]) => {
      const source = sourceOf(target);
      return source === undefined ? [] : [[join('@permesso/gate', entry), source] as const];
    }),
  );
}

function sourceOf(target: Manifest['exports'][string] | undefined): string | undefined {
  if (target === undefined || typeof target === 'string' || target.types === undefined) return undefined;
  const source = target.types.replace('./dist/', 'src/').replace('.d.ts', '.ts');
  // Stages are for the program and the server, which have the sources beside them.
  return source.endsWith('/index.ts') && source !== 'src/index.ts' ? undefined : join(own, source);
}

/** Exported by a list, or where they are declared. */
function namesIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const lists = listsIn(text, 'export').flatMap(({ names }) => [...names.keys()]);
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|interface|type|class) (\w+)/gmu)];
  return [...new Set([...lists, ...declared.map(([, name = '']) => name)])];
}

interface Listed {
  /** What each name is called where it comes from. */
  readonly names: ReadonlyMap<string, string>;
  readonly from: string | undefined;
}

/** `export { a, type B as C } from './x.ts'` and the same with `import`. */
function listsIn(text: string, keyword: 'import' | 'export'): readonly Listed[] {
  const list = new RegExp(`^${keyword} (?:type )?\\{([^}]*)\\}(?: from '([^']+)')?`, 'gmu');
  return Array.from(text.matchAll(list), ([, names = '', from]) => ({
    names: new Map(
      names
        .split(',')
        .map((each) => each.trim().replace(/^type /u, ''))
        .filter((each) => each !== '')
        .map((each) => {
          const [name = '', alias = name] = each.split(' as ');
          return [alias, name] as const;
        }),
    ),
    from,
  }));
}

/** Follows the lists to the file that declares it. */
function declarationOf(name: string, file: string): Pick<PublicName, 'file' | 'comment' | 'isValue'> {
  const text = readFileSync(file, 'utf8');
  const declared = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?^export (?:async )?(function|const|interface|type|class) ${name}\\b`,
    'mu',
  ).exec(text);
  if (declared !== null) {
    const [, comment = '', kind = ''] = declared;
    const isValue = kind !== 'interface' && kind !== 'type';
    return { file: file.slice(packages.length + 1), comment, isValue };
  }
  for (const { names, from } of [...listsIn(text, 'export'), ...listsIn(text, 'import')]) {
    const original = names.get(name);
    if (original !== undefined && from !== undefined) return declarationOf(original, fileOf(from, file));
  }
  throw new Error(`${file} does not say where ${name} is declared`);
}

function fileOf(specifier: string, importer: string): string {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  const [, name = '', stage = ''] = /^@permesso\/(\w+)\/(\w+)$/.exec(specifier) ?? [];
  const file = join(packages, name, 'src', stage, 'index.ts');
  if (!existsSync(file)) throw new Error(`${importer} exports from ${specifier}, which is not a file here`);
  return file;
}
