import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enoughRuns, runs } from '../../../test/runs.ts';
import type { KnownPath, PathFact } from '../../facts/paths/path-fact.ts';
import { resolvePath } from '../../facts/paths/resolve.ts';
import { fixedWorld } from '../../world/fixed-world.ts';
import { addKeys, globKeys } from './path-glob-key.ts';
import { withLinkedNames } from './path-glob-links.ts';
import { type PathGlob, type Touch, coversPath, parsePathGlob, touchesPath } from './path-glob.ts';

function keysOfPath(path: PathFact): readonly string[] | undefined {
  const keys = new Set<string>();
  return addKeys(path, keys) ? [...keys] : undefined;
}

const world = fixedWorld({
  links: {
    '/home/dev/project/link': '/etc',
    '/home/dev/project/inner': '/home/dev/project/src',
    '/home/dev/project/notes.txt': '/home/dev/secret/key',
    '/tmp': '/private/tmp',
    '/home/far': '/mnt/far',
  },
});
const anchor = { root: '/' };

function glob(text: string): PathGlob {
  const parsed = parsePathGlob(text);
  if ('error' in parsed) throw new Error(`${text}: ${parsed.error}`);
  return parsed;
}

function at(text: string): KnownPath {
  const path = resolvePath({ text, directory: world.cwd, world });
  if (!path.known) throw new Error(path.reason);
  return path;
}

const whole = (text: string): KnownPath => ({ ...at(text), recursive: true });
const covers = (rule: string, path: PathFact): boolean =>
  coversPath({ glob: glob(rule), path, anchor, world });
const touches = (rule: string, path: PathFact): Touch =>
  touchesPath({ glob: glob(rule), path, anchor, world });

describe('for allow', () => {
  it.each([
    ['src/**', 'src/app.ts', true],
    ['src/**', 'src/.hidden/x', true],
    ['src/**', 'src', false],
    ['src/**', 'src/../package.json', false],
    ['src/**', 'lib/src/x.ts', false],
    ['src/**', '/tmp/src/y.ts', false],
    ['src/**', 'link/x', false],
    ['src/**', 'inner/x', false],
    ['**', 'link/x', false],
    ['**', 'inner/x', true],
    ['**', '../x', false],
    ['**', '.', false],
    ['src/', 'src', true],
    ['src/', 'src/a/b', true],
    ['./src//a/./**', 'src/a/b', true],
    ['src/**/*.py', 'src/a/b/c.py', true],
    ['src/**/*.py', 'src/c.py', true],
    ['src/**/*.py', 'src/app.py.sh', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/*', 'src/.env', true],
    ['src/?.ts', 'src/ab.ts', false],
    ['src/?.ts', 'src/😀.ts', true],
    ['src/[ab].ts', 'src/b.ts', true],
    ['src/[!ab].ts', 'src/b.ts', false],
    ['src/[a-c]*', 'src/b/x', false],
    ['src/{a,b/c}.ts', 'src/b/c.ts', true],
    ['src/{a,b}.ts', 'src/c.ts', false],
    ['{src,lib}/**', 'lib/x', true],
    ['config.json', 'config.json', true],
    ['config.json', 'sub/config.json', false],
    ['config.json', 'CONFIG.json', false],
    ['config.json', 'config.json/x', false],
    ['/home/dev/project/src/**', 'src/app.ts', true],
    ['//home/dev/project/src/**', 'src/app.ts', true],
    ['~/project/src/**', 'src/app.ts', true],
    ['~/notes/**', 'src/app.ts', false],
    ['~', '~', true],
    ['../other/**', '../other/x', true],
    ['../other/**', '../../other/x', false],
    ['/home/dev/project/**', 'weird [x] (1).txt', true],
    [String.raw`weird \[x\] (1).txt`, 'weird [x] (1).txt', true],
    [String.raw`a\*b`, 'a*b', true],
    [String.raw`a\*b`, 'axb', false],
    // Only the owner of the machine can turn a top-level link.
    ['/tmp/**', '/tmp/x', true],
    ['/tmp/**', '/private/tmp/x', true],
    ['/home/far/**', '/home/far/x', false],
    ['/etc/**', 'link/x', false],
    ['/dev/**', '/dev/fd/3', false],
  ])('%s covers %s: %s', (rule, path, expected) => {
    expect(covers(rule, at(path))).toBe(expected);
  });

  it.each([
    ['src/**', 'src/a', true],
    ['src/**', 'src', false],
    ['src/', 'src', true],
    ['src/*', 'src/a', false],
    ['src/**/*.ts', 'src/a.ts', false],
  ])('%s covers all of %s: %s', (rule, path, expected) => {
    expect(covers(rule, whole(path))).toBe(expected);
  });

  it('never covers what is unknown', () => {
    expect(covers('**', { known: false, reason: 'x', starts: '/home/dev/project/src/' })).toBe(false);
    expect(covers('//**', { known: false, reason: 'x' })).toBe(false);
  });

  it.each([
    ['/src/**', '/srv/app/src/x', true],
    ['/src/**', '/src/x', false],
    ['/srv/app/src/**', '/srv/app/src/x', true],
    ['/srv/app/src/**', '/srv/app/srv/app/src/x', false],
    ['//src/**', '/src/x', true],
  ])('%s in a policy of /srv/app covers %s: %s', (rule, path, expected) => {
    expect(coversPath({ glob: glob(rule), path: at(path), anchor: { root: '/srv/app' }, world })).toBe(
      expected,
    );
  });

  it('follows a project that is reached through a link', () => {
    const linked = fixedWorld({
      cwd: '/home/far/app',
      links: { '/home/far': '/mnt/far', '/mnt/far/app/out': '/etc' },
    });
    const path = (text: string): PathFact => resolvePath({ text, directory: linked.cwd, world: linked });
    const inside = (text: string): boolean =>
      coversPath({ glob: glob('**'), path: path(text), anchor, world: linked });
    expect(inside('src/x')).toBe(true);
    expect(inside('/mnt/far/app/src/x')).toBe(true);
    expect(inside('out/x')).toBe(false);
    expect(inside('../y')).toBe(false);
  });
});

describe('for deny and ask', () => {
  it.each<[string, string, Touch]>([
    ['**/.ssh/**', '../.ssh/config', 'yes'],
    ['secrets/**', 'secrets', 'yes'],
    ['secrets/**', 'secrets/key', 'yes'],
    ['secrets/**', 'a/b/secrets/key', 'yes'],
    ['secrets/**', '/srv/secrets/key', 'yes'],
    ['secrets/**', 'SECRETS/key', 'yes'],
    ['secrets/**', 'secrets.md', 'no'],
    ['secrets', 'secrets/key', 'yes'],
    ['secrets/', 'secrets/key', 'yes'],
    ['./secrets/**', 'a/secrets/key', 'no'],
    ['./secrets/**', 'secrets/key', 'yes'],
    ['*.secret', 'config/prod.secret', 'yes'],
    ['*.secret', 'config/prod.SECRET', 'yes'],
    ['*.secret', 'config/prod.secrets', 'no'],
    ['src/*', 'src/a/b', 'no'],
    ['/home/dev/secret/**', 'notes.txt', 'yes'],
    ['/home/dev/secret/**', '/home/dev/secret//key', 'yes'],
    ['/home/dev/secret/**', '/home/dev/secrets/key', 'no'],
    ['/etc/**', 'link', 'yes'],
    ['/etc/**', 'link/passwd', 'yes'],
    ['link/**', 'link/passwd', 'yes'],
    ['~/Desktop/**', '~/Desktop/x.txt', 'yes'],
    ['~/.ssh', '~/.ssh/id_rsa', 'yes'],
    ['foo.txt', 'foo.txt', 'yes'],
    ['**/.env*', 'packages/a/.env.local', 'yes'],
    ['**/.env*', '.Env', 'yes'],
    ['**/.env*', 'src/env.ts', 'no'],
    ['../other', '../other/x', 'yes'],
    ['/tmp/**', '/private/tmp/x', 'yes'],
    ['//tmp/x', '/tmp/x', 'yes'],
    ['**/x', '/dev/fd/3', 'may'],
    ['café', 'cafe\u0301', 'yes'],
  ])('%s touches %s: %s', (rule, path, expected) => {
    expect(touches(rule, at(path))).toBe(expected);
  });

  it.each<[string, string, Touch]>([
    ['/home/dev/secret/**', '/home/dev', 'may'],
    ['/home/dev/secret/**', '/home/dev/secret', 'yes'],
    ['/home/dev/secret/**', '/home/dev/project', 'no'],
    ['**/.env', '.', 'may'],
    ['./a/b/*.ts', 'a', 'may'],
    ['./a/b/*.ts', 'c', 'no'],
    ['/etc/shadow', 'link', 'may'],
  ])('%s touches all of %s: %s', (rule, path, expected) => {
    expect(touches(rule, whole(path))).toBe(expected);
  });

  it.each<[string, Partial<Extract<PathFact, { known: false }>>, Touch]>([
    ['/etc/**', {}, 'may'],
    ['/etc/**', { starts: '/' }, 'may'],
    ['/etc/**', { starts: '/e' }, 'may'],
    ['/etc/**', { starts: '/E' }, 'may'],
    ['/etc/**', { starts: '/etc' }, 'may'],
    ['/etc/**', { starts: '/etc/' }, 'may'],
    ['/etc/**', { starts: '/etc/pass' }, 'may'],
    ['/etc/**', { starts: '/home/dev/project/link/' }, 'may'],
    ['/etc/**', { starts: '/home/dev/project/' }, 'no'],
    ['/etc/**', { starts: 'relative' }, 'may'],
    ['/etc/shadow', { starts: '/etc/shadow/' }, 'may'],
    ['/etc/shadow', { starts: '/etc/pass' }, 'no'],
    ['**/.env', { starts: '/home/dev/project/src/' }, 'may'],
    ['**/.env', { glob: '/home/dev/project/src/*.ts' }, 'no'],
    ['**/.env', { glob: '/home/dev/project/*' }, 'no'],
    ['**/.env', { glob: '/home/dev/project/.*' }, 'may'],
    ['**/.env', { glob: '/home/dev/project/**/*.ts' }, 'no'],
    ['**/*.pem', { glob: '/home/dev/project/*' }, 'may'],
    ['**/*.pem', { glob: '/home/dev/project/**/k*' }, 'may'],
    ['secrets/**', { glob: '/home/dev/project/s*/key' }, 'may'],
    ['secrets/**', { glob: '/home/dev/project/t*/key' }, 'no'],
    ['/etc/**', { glob: '/home/dev/project/link/*' }, 'may'],
    ['/etc/**', { glob: '/home/dev/project/*/x' }, 'no'],
  ])('%s touches what is known as %j: %s', (rule, known, expected) => {
    expect(touches(rule, { known: false, reason: 'value of $X', ...known })).toBe(expected);
  });

  it.each([
    ['/src/**', '/srv/app/src/x'],
    ['/src/**', '/src/x'],
    ['/srv/app/src/**', '/srv/app/src/x'],
  ])('%s in a policy of /srv/app touches %s', (rule, path) => {
    expect(touchesPath({ glob: glob(rule), path: at(path), anchor: { root: '/srv/app' }, world })).toBe(
      'yes',
    );
  });
});

describe('a rule whose own path is a link', () => {
  it.each([
    ['notes.txt', '/home/dev/secret/key'],
    ['~/project/link/**', '/etc/passwd'],
    ['link/**', '/etc'],
    ['./link/sub/*.conf', '/etc/sub/a.conf'],
    ['/home/far/**', '/mnt/far/x'],
    ['//tmp/x', '/private/tmp/x'],
  ])('%s holds for %s', (rule, path) => {
    const linked = withLinkedNames({ glob: glob(rule), anchor, world });
    expect(touchesPath({ glob: linked, path: at(path), anchor, world })).toBe('yes');
    expect(globKeys(linked)?.some((key) => keysOfPath(at(path))?.includes(key))).toBe(true);
    expect(touchesPath({ glob: linked, path: at('src/app.ts'), anchor, world })).toBe('no');
  });

  it('stays as it is without links', () => {
    const rule = glob('src/**');
    expect(withLinkedNames({ glob: rule, anchor, world })).toBe(rule);
  });
});

describe('a pattern that cannot be read', () => {
  it.each([
    ['', 'empty'],
    ['a\0b', 'control'],
    ['a\nb', 'control'],
    ['[[:alpha:]]', '[a-z]'],
    ['*/../x', '..'],
    ['**/../x', '..'],
    ['{a,b}'.repeat(9), 'alternatives'],
    ['a'.repeat(5000), 'characters'],
  ])('%j', (text, words) => {
    const refused = parsePathGlob(text);
    expect('error' in refused ? refused.error : '').toContain(words);
  });
});

const names = ['a', 'b', 'ab', 'A', '.a', 'c'];
const pieces = [
  'a',
  'b',
  'ab',
  '.a',
  '*',
  '**',
  '?',
  'a*',
  '*b',
  '[ab]',
  '[!a]',
  '{a,b}',
  '{a,b/c}',
  '?*',
  String.raw`\a`,
];
const anyPath = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 });
const anyGlob = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 });

describe('against a matcher that tries everything', () => {
  it('covers the same paths', () => {
    let hits = 0;
    fc.assert(
      fc.property(anyGlob, anyPath, (segments, path) => {
        const rule = segments.join('/');
        const expected = spread(rule).some((each) => slowly(each.split('/'), path));
        hits += expected ? 1 : 0;
        return covers(`//${rule}`, at(`/${path.join('/')}`)) === expected;
      }),
      { numRuns: runs(4000) },
    );
    if (enoughRuns) expect(hits).toBeGreaterThan(runs(4000) / 60);
  });

  it('touches whatever it covers, and is found by its key', () => {
    fc.assert(
      fc.property(anyGlob, anyPath, fc.constantFrom('', './', '/', '//', '~/'), (segments, path, start) => {
        const rule = start + segments.join('/');
        const known = at(
          `${start === './' || start === '' ? './' : start === '~/' ? '~/' : '/'}${path.join('/')}`,
        );
        const touched = touches(rule, known);
        const keys = globKeys(glob(rule));
        const isFound = keys === undefined || keys.some((key) => keysOfPath(known)?.includes(key) === true);
        return (!covers(rule, known) || touched === 'yes') && (touched === 'no' || isFound);
      }),
      { numRuns: runs(4000) },
    );
  });

  it('suspects whatever a start or a glob could become', () => {
    fc.assert(
      fc.property(anyGlob, anyPath, fc.nat(), (segments, path, cut) => {
        const rule = `//${segments.join('/')}`;
        const text = `/${path.join('/')}`;
        if (touches(rule, at(text)) === 'no') return true;
        const starts = text.slice(0, 1 + (cut % text.length));
        const shell = `/${path.map((name, index) => (index === cut % path.length ? `${name.slice(0, 1)}*` : name)).join('/')}`;
        return (
          touches(rule, { known: false, reason: 'x', starts }) === 'may' &&
          touches(rule, { known: false, reason: 'x', glob: shell }) === 'may'
        );
      }),
      { numRuns: runs(4000) },
    );
  });
});

/** Braces written out, with no bound. */
function spread(text: string): readonly string[] {
  const found = /\{([^{}]*)\}/u.exec(text);
  if (found === null) return [text];
  const after = text.slice(found.index + found[0].length);
  return (found[1] ?? '').split(',').flatMap((choice) => spread(text.slice(0, found.index) + choice + after));
}

function slowly(segments: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = segments;
  if (first === undefined) return path.length === 0;
  if (first === '**' && rest.every((each) => each === '**')) return path.length > 0;
  if (first === '**') return slowly(rest, path) || (path.length > 0 && slowly(segments, path.slice(1)));
  const [name, ...others] = path;
  return name !== undefined && nameMatches(first, name) && slowly(rest, others);
}

/** Only as much of the syntax as the pieces above hold. */
function nameMatches(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  const [letter = '', ...tail] = Array.from(name);
  const rest = tail.join('');
  if (pattern.startsWith('*')) {
    return nameMatches(pattern.slice(1), name) || (name !== '' && nameMatches(pattern, rest));
  }
  if (name === '') return false;
  if (pattern.startsWith('?')) return nameMatches(pattern.slice(1), rest);
  if (pattern.startsWith('[!a]')) return letter !== 'a' && nameMatches(pattern.slice(4), rest);
  if (pattern.startsWith('[ab]'))
    return (letter === 'a' || letter === 'b') && nameMatches(pattern.slice(4), rest);
  const plain = pattern.startsWith('\\') ? pattern.slice(1) : pattern;
  return plain.startsWith(letter) && nameMatches(plain.slice(letter.length), rest);
}

it('comes to an end with hostile patterns and paths', () => {
  const rules = [
    `//${'**/a/'.repeat(500)}b`,
    `//${'*a'.repeat(1000)}b`,
    `//${'[a'.repeat(2000)}`,
    `//${'a?*'.repeat(1000)}b`,
  ];
  const path = at(`/${'a/'.repeat(1000)}${'a'.repeat(200)}`);
  for (const rule of rules) expect([covers(rule, path), touches(rule, path)]).toEqual([false, 'no']);
});
