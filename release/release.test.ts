import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { anchorsOf, linksOf } from '../packages/permesso/test/markdown.ts';
import { addressProblems } from './addresses.ts';
import { licenceProblems } from './licences.ts';
import { readLockfile, repository } from './lockfile.ts';
import { packageChangelog } from './package-changelog.ts';
import { keepPackedLinks, packedPages, picturesOf } from './package-pages.ts';
import { storeFiles, storeFolder } from './schema-store.ts';
import { sbomOf } from './sbom.ts';
import { published, shippedWith } from './shipped.ts';
import { withVersion } from './version.ts';

interface Sbom {
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly object[] }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe.each(published)('the parts of %s', (folder) => {
  const { components, dependencies } = JSON.parse(sbomOf(folder)) as Sbom;

  test('are named with a digest, but for our own', () => {
    const without = components.filter(({ hashes }) => hashes === undefined).map(({ purl }) => purl);
    expect(without.filter((purl) => !/pkg:npm\/(?:%40permesso\/\w+|permesso)@/u.test(purl))).toEqual([]);
  });

  test('refer to parts that are listed', () => {
    const refs = new Set([...components.map(({ purl }) => purl), dependencies.at(-1)?.ref]);
    for (const { dependsOn } of dependencies)
      expect(dependsOn.filter((ref) => !components.some(({ purl }) => purl === ref))).toEqual([]);
    expect(refs.size).toBeGreaterThan(components.length - 1);
  });

  test('are the same bytes each time', () => {
    expect(sbomOf(folder)).toBe(sbomOf(folder));
  });
});

test('what is bundled into permesso is among its parts', () => {
  const names = shippedWith('permesso').parts.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'react',
      'cmdk',
      'yaml',
      'unbash',
      '@fontsource-variable/inter',
      '@permesso/engine',
    ]),
  );
  expect(names).not.toContain('vite');
});

test('every licence is accepted', () => {
  expect(licenceProblems()).toEqual([]);
  expect(readLockfile().size).toBeGreaterThan(100);
});

describe('a package without a public address', () => {
  const repositoryField = {
    type: 'git',
    url: 'git+https://git.example/permesso/permesso.git',
    directory: 'packages/gate',
  };
  const whole = {
    repository: repositoryField,
    homepage: 'https://permesso.example',
    bugs: { url: 'https://git.example/permesso/permesso/issues' },
  };

  test.each([
    ['nothing is missing', whole, []],
    ['repository', { ...whole, repository: undefined }, ['repository', 'repository.directory']],
    [
      'a folder',
      { ...whole, repository: { ...repositoryField, directory: 'gate' } },
      ['repository.directory'],
    ],
    [
      'a repository by ssh',
      { ...whole, repository: { ...repositoryField, url: 'git@git.example:a/b' } },
      ['repository'],
    ],
    ['homepage', { ...whole, homepage: '' }, ['homepage']],
    ['bugs', { ...whole, bugs: { url: 'http://git.example/issues' } }, ['bugs.url']],
  ])('%s', (_name, manifest, fields) => {
    const named = addressProblems('gate', JSON.parse(JSON.stringify(manifest)) as object);
    expect(named.map((problem) => problem.split(':', 1)[0])).toEqual(fields);
  });

  test('is not built for a release, and nothing is published that was not built so', () => {
    const workflow = readFileSync(join(repository, '.github/workflows/release.yml'), 'utf8');
    const { jobs } = parse(workflow) as {
      readonly jobs: Readonly<
        Record<string, { readonly needs?: string; readonly steps: readonly { readonly run?: string }[] }>
      >;
    };
    const runs = jobs['build']?.steps.map(({ run }) => run);
    expect(runs).toContain('npm run tools -- release:addresses');
    expect(jobs['publish']?.needs).toBe('build');
    expect(Object.keys(jobs).filter((name) => JSON.stringify(jobs[name]).includes('npm publish'))).toEqual([
      'publish',
    ]);
  });
});

describe('a new version', () => {
  const change = { from: '0.1.0', to: '0.2.0', date: '2026-12-01' };
  const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

  test.each(['packages/server/package.json', 'packages/engine/package.json'])(
    'is written into %s',
    (file) => {
      const { version, dependencies = {} } = JSON.parse(withVersion(file, read(file), change)) as {
        readonly version: string;
        readonly dependencies?: Readonly<Record<string, string>>;
      };
      expect(version).toBe('0.2.0');
      for (const [name, pin] of Object.entries(dependencies))
        expect(/permesso/u.test(name) ? pin : '0.2.0').toBe('0.2.0');
    },
  );

  test('changes our own entries of the lockfile alone', () => {
    const before = JSON.parse(read('package-lock.json')) as Lock;
    const after = JSON.parse(withVersion('package-lock.json', read('package-lock.json'), change)) as Lock;
    const changed = Object.keys(before.packages).filter(
      (place) => before.packages[place]?.version !== after.packages[place]?.version,
    );
    expect(changed.toSorted()).toEqual(
      ['archive-duckdb', 'console', 'engine', 'gate', 'jetstream', 'permesso', 'protocol', 'server'].map(
        (name) => `packages/${name}`,
      ),
    );
  });

  test('gives the unreleased changes a number', () => {
    expect(withVersion('CHANGELOG.md', '# Changes\n\n## Unreleased\n\n- a\n', change)).toBe(
      '# Changes\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n- a\n',
    );
    expect(() => withVersion('CHANGELOG.md', '# Changes\n', change)).toThrow('no section Unreleased');
  });
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

test('the changes in a package lead nowhere that it does not bring', () => {
  expect(packageChangelog('- [a](docs/a.md) and [b](https://b.example)')).toBe(
    '- a and [b](https://b.example)',
  );
});

test('a packed page links to what is packed', () => {
  const text = [
    '[a](b.md#x) [`c`](../proof/c.md) ![d](d.png) ![e](e.svg) [f](https://f.example)',
    '```md',
    '[g](../proof/g.md)',
    '```',
  ].join('\n');
  const page = { from: 'docs/a.md', text };
  expect(picturesOf(page)).toEqual(['docs/d.png', 'docs/e.svg']);
  const packed = ['docs/b.md', 'docs/e.svg'];
  expect(keepPackedLinks(page, (file) => packed.includes(file))).toBe(
    ['[a](b.md#x) `c`  ![e](e.svg) [f](https://f.example)', '```md', '[g](../proof/g.md)', '```'].join('\n'),
  );
});

test('every link of a packed page leads to a page, heading or picture of the package', () => {
  const { pages, files } = packedPages();
  const texts = new Map(pages.map(({ from, text }) => [from, text]));
  const links = pages.flatMap(({ from, text }) => linksOf(text).map((link) => ({ from, link })));
  expect(links.length).toBeGreaterThan(250);
  const broken = links.filter(({ from, link }) => {
    if (/^https?:/u.test(link)) return false;
    const [path = '', anchor] = link.split('#', 2);
    const file = path === '' ? from : join(dirname(from), path);
    if (!files.has(file)) return true;
    return anchor !== undefined && !anchorsOf(texts.get(file) ?? '').includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(published.filter((folder) => folder !== 'permesso'))(
  'the README of %s leads nowhere that it does not bring',
  (folder) => {
    const place = join(repository, 'packages', folder);
    const file = join(place, 'README.md');
    if (!existsSync(file)) return;
    const { files } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
      readonly files: readonly string[];
    };
    const near = linksOf(readFileSync(file, 'utf8')).filter((link) => !/^(?:https?:|#)/u.test(link));
    expect(near.filter((link) => !files.includes(link) && link !== 'LICENSE')).toEqual([]);
  },
);

describe('the schema for SchemaStore', () => {
  const files = storeFiles();

  test.each(Object.keys(files))('%s is what the sources make', (name) => {
    expect(readFileSync(join(storeFolder, name), 'utf8')).toBe(files[name]);
  });

  test('is a draft 7 that takes its example, and refuses a misspelt key', () => {
    const check = new Ajv({ strict: false }).compile(
      JSON.parse(files['permesso-policy.json'] ?? '') as object,
    );
    expect(check(parse(files['policy.yaml'] ?? ''))).toBe(true);
    expect(check({ alow: ['Read'] })).toBe(false);
    expect(files['permesso-policy.json']).not.toContain('$defs');
  });
});
