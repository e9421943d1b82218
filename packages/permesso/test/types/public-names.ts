import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const own = join(import.meta.dirname, '../..');
const packages = join(own, '..');

export interface PublicName {
  /** The entry that exports it: `.`, `./policy`. */
  readonly entry: string;
  readonly name: string;
  /** Its comment, where it has one. */
  readonly comment: string;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

/** Every name that a user can import, with the comment that their editor shows. */
export function publicNames(): readonly PublicName[] {
  const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Manifest;
  const comments = commentsByName();
  return Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string' || target.types === undefined) return [];
    const source = join(own, target.types.replace('./dist/', 'src/').replace('.d.ts', '.ts'));
    return namesIn(readFileSync(source, 'utf8')).map((name) => ({
      entry,
      name,
      comment: comments.get(name) ?? '',
    }));
  });
}

/** Exported by a list, or where they are declared. */
function namesIn(text: string): readonly string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gmu)].flatMap(([, list = '']) =>
    list.split(',').map((each) =>
      each
        .trim()
        .replace(/^type /u, '')
        .replace(/^.* as /u, ''),
    ),
  );
  const declared = [
    ...text.matchAll(/^export (?:async )?(?:function|const|interface|type|class) (\w+)/gmu),
  ].map(([, name = '']) => name);
  return [...new Set([...lists, ...declared])].filter((name) => name !== '');
}

/** The longest comment of each exported declaration of that name. */
function commentsByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const files = globSync('{engine,protocol,permesso}/src/**/*.ts', { cwd: packages });
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    const text = readFileSync(join(packages, file), 'utf8');
    for (const [, comment = '', name = ''] of text.matchAll(declaration))
      if (comment.length > (found.get(name)?.length ?? 0)) found.set(name, comment);
  }
  return found;
}

const declaration =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:declare )?(?:async )?(?:function|const|interface|type|class) (\w+)/gu;
