import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { numberParameters } from '../src/database/query.ts';

const src = join(import.meta.dirname, '../src');
const paths = readdirSync(src, { recursive: true, encoding: 'utf8' });
const read = (path: string): string => readFileSync(join(src, path), 'utf8');
const sources = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
const statements = paths.filter((path) => path.endsWith('.sql'));

function complaints(sql: string, declared: readonly string[]): readonly string[] {
  const bare = sql.replaceAll(/--[^\n]*|'[^']*'/g, '');
  const { names } = numberParameters(sql);
  return [
    ...(bare.includes(';') ? ['holds more than one statement'] : []),
    ...(/\$\d/.test(bare) ? ['has a parameter without a name'] : []),
    ...(names.toSorted().join() === declared.toSorted().join()
      ? []
      : [`takes ${names.join(', ')}, and the source says ${declared.join(', ')}`]),
  ];
}

/** The names in the type of a query's parameters, by the file that it is in. */
function declaredIn(
  text: string,
  types: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const begins = String.raw`\b(?:[qQ]uery|sql|queries\([\w.]+\))<`;
  const shape = new RegExp(
    String.raw`${begins}((?:(?!${begins})[\s\S])*?)>(?: = sql)?\(\s*(?:folder,\s*)?'([\w-]+\.sql)'`,
    'g',
  );
  return new Map(
    Array.from(text.matchAll(shape), ([, given = '', file = '']) => [
      file,
      namesIn(given.slice(firstComma(given)), types),
    ]),
  );
}

/** Between the type of a row and that of the parameters. */
function firstComma(given: string): number {
  let depth = 0;
  for (let at = 0; at < given.length; at++) {
    if ('{<(['.includes(given[at] ?? '')) depth++;
    else if ('}>)]'.includes(given[at] ?? '')) depth--;
    else if (given[at] === ',' && depth === 0) return at;
  }
  return given.length;
}

/** Of a literal, of a type that is named or mapped, of one together with the other. */
function namesIn(type: string, types: ReadonlyMap<string, string>): readonly string[] {
  const [, of, left = ''] = /^\s*,?\s*Omit<(\w+), ([^>]*)>/.exec(type) ?? [];
  if (of !== undefined)
    return namesIn(types.get(of) ?? '', types).filter((name) => !left.includes(`'${name}'`));
  const literal = Array.from(
    type.replaceAll(/\/\*\*[^*]*\*\//g, '').matchAll(/\b(\w+)\??:/g),
    ([, name = '']) => name,
  );
  const mapped = Array.from(type.matchAll(/\[K in keyof (\w+)\]/g), ([, name = '']) => name);
  const named = type.replaceAll(/\{[^{}]*\}/g, '').match(/\b[A-Z]\w+/g) ?? [];
  return [...literal, ...[...mapped, ...named].flatMap((name) => namesIn(types.get(name) ?? '', types))];
}

function typesIn(texts: readonly string[]): ReadonlyMap<string, string> {
  const shape =
    /^(?:export )?(?:interface (\w+)( extends [\w, ]+)? (\{[^{}]*\})|type (\w+) =([^;]*\{[^{}]*\}|[^;{}]*);)/gm;
  return new Map(
    texts.flatMap((text) =>
      Array.from(text.matchAll(shape), ([, own, parents = '', body = '', alias, is = '']) =>
        own === undefined ? ([alias ?? '', is] as const) : ([own, `${parents} & ${body}`] as const),
      ),
    ),
  );
}

/** A table of queries has one type for all of its rows. */
const inTables: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^route\/(?:find|projects-of)-/, ['ids']],
  [/^reseal\/reseal-/, ['id', 'before', 'sealed']],
];

const allTypes = typesIn(sources.map(read));

test('there are statements', () => {
  expect(statements.length).toBeGreaterThan(100);
});

test.each(statements)('%s is one statement with the parameters that a source beside it names', (path) => {
  const beside = sources.filter((source) => dirname(source) === dirname(path)).map(read);
  const declared =
    inTables.find(([shape]) => shape.test(path))?.[1] ??
    beside
      .map((text) => declaredIn(text, new Map([...allTypes, ...typesIn(beside)])).get(posix.basename(path)))
      .find((names) => names !== undefined);
  expect(declared).toBeDefined();
  expect(complaints(read(path), declared ?? [])).toEqual([]);
});

/**
 * In files it can be read, tried and counted; a few words that steer a transaction stand in `database`, and in the plug-in that copies
 * tables from one database to another.
 */
const inlineSql = /\.query\(\s*['"`]/;

const isFree = /^(?:database|plugins\/cells)\//;

test('no source outside of `database` holds SQL', () => {
  const found = sources.filter((path) => !isFree.test(path) && inlineSql.test(read(path)));
  expect(found).toEqual([]);
});

describe('what would be noticed', () => {
  test.each([
    ['select 1; select 2', [], ['holds more than one statement']],
    ['select $1', [], ['has a parameter without a name']],
    ['select :id', ['name'], ['takes id, and the source says name']],
    ["select ';', ':none'::text -- ; :comment", [], []],
  ])('%s', (sql, declared, found) => {
    expect(complaints(sql, declared)).toEqual(found);
  });

  test('SQL in a source', () => {
    expect(inlineSql.test("on.query('select 1')")).toBe(true);
  });
});
