import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { shellParts } from '../src/facts/shell/effects/shell-parts.ts';
import { pythonUse } from '../src/facts/shell/programs/python/python-program.ts';
import { quoteWord } from '../src/facts/shell/quote-word.ts';
import { riskInName } from '../src/facts/shell/risks/risk-words.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import type { World } from '../src/world/world.ts';
import { harmlessPython } from './inline-programs/python-harmless.ts';
import { hostilePython } from './inline-programs/python-hostile.ts';

function useOf(program: string): string | undefined {
  const use = pythonUse(program, {
    isOwn: (module) => module.startsWith('own'),
    isRisky: (name) => riskInName(name) !== undefined,
    isInside: (file) => !file.startsWith('/') && !file.startsWith('~') && !file.includes('..'),
  });
  return use?.files
    .map(({ access, file }) => {
      const sign = access === 'write' ? '+' : '';
      if ('file' in file) return sign + file.file;
      if ('glob' in file) return `${sign}glob ${file.glob}`;
      return 'below' in file ? `${sign}below ${file.below}` : '?';
    })
    .toSorted((one, other) => Number(one.startsWith('+')) - Number(other.startsWith('+')))
    .join(', ');
}

describe('Python', () => {
  test.each(hostilePython)('%s is not proven', (_, program) => expect(useOf(program)).toBeUndefined());
  test.each(harmlessPython)('%s', (program, files) => expect(useOf(program)).toBe(files));
});

const project = '/home/dev/project';
const plain: Partial<World> = { plainBelow: () => true, holds: () => [] };

function effectsOf(text: string, about: Partial<World> = plain): readonly string[] {
  return shellParts(text, fixedWorld(about)).flatMap((part) => [
    ...(part.effects ?? []).map(({ effect }) => effect),
    ...(part.check.outcome === 'safety' ? ['asks'] : []),
  ]);
}

function python(program: string, options = ''): string {
  return `python3 ${options} -c ${quoteWord(program)}`;
}

/**
 * Packages and modules of the project, called by names that no list of acting names holds: `settle`, `turn_on`, `Elasticsearch('x')`.
 * As `balanced` decides in a project whose code is trusted; `own` is a module of the project.
 */
describe('what acts by a name that nobody listed', () => {
  const policy = compilePolicy([
    {
      allow: ['read', 'edit', 'delete', 'commit', 'run', 'serve', 'remote-read'].map(
        (name) => `Effect(${name})`,
      ),
    },
  ]);
  const held: World = fixedWorld({
    plainBelow: () => true,
    entry: (path) => (path.endsWith('/own') ? { is: 'directory' } : { is: 'missing' }),
  });
  const verdict = (program: string): string =>
    decideCall(
      { tool: 'Bash', input: { command: `python3 -c ${quoteWord(program)}` }, shell: 'bash' },
      { policy, world: held },
    ).verdict;
  const programs = readFileSync(new URL('inline-programs/python-acting.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('\\n', '\n'));

  test.each(programs)('%s', (program) => expect(verdict(program)).not.toBe('allow'));

  test.each([
    'from own.money import to_cents; print(to_cents(3), to_cents.__doc__)',
    "from own.catalog import Catalog; print(Catalog.load('own.yaml').fields('x'))",
    "from own.calendar import sessions; s = sessions('XNYS', '2026-11-01'); print(len(s), s[0])",
    'from own.api.app import app\nfor route in app.routes: print(route.path)',
    'import own; print(own.find_rate(2.5), own.is_open(), own.carry_score([1.5]))',
    'import inspect, own; print(inspect.signature(own.settle))',
  ])('%s only gives', (program) => expect(verdict(program)).toBe('allow'));
});

describe('a command line with a program in it', () => {
  test.each([
    [python("import json; print(json.load(open('a.json')))"), ['read']],
    ["python3 - <<'E'\nprint(1)\nE", ['read']],
    ["python3 <<'E' | head\nprint(1)\nE", ['read', 'read']],
    [python("open('a', 'w').write('x')"), ['edit']],
    ['uv run python -c "print(1)"', ['run']],
    [python('import pydantic; print(pydantic.VERSION)'), ['run']],
  ])('%s', (text, effects) => expect(effectsOf(text)).toEqual(expect.arrayContaining(effects)));

  test.each([
    ['a variable in the text', 'python3 -c "print($X)"'],
    ['a program that is expanded', 'python3 - <<E\nprint($X)\nE'],
    ['two programs', "python3 -c 'print(1)' -c 'print(2)'"],
    ['warnings load modules', "python3 -W error::own.A -c 'print(1)'"],
    ['a shell after it', "python3 -i -c 'print(1)'"],
    ['another Python', "ipython -c '!id'"],
    ['another user', "sudo python3 -c 'print(1)'"],
    ['a path of programs', "PATH=.:$PATH python3 -c 'print(1)'"],
    ['a module that the text writes', "echo x > json.py; python3 -c 'import json'"],
    ['a module that the text copies', "cp a json.py && python3 -c 'import json'"],
    ['a package that the text writes', "cp a re/__init__.py && python3 -c 'import json'"],
    ['a tree that the text copies', "cp -r a . && python3 -c 'import json'"],
  ])('%s runs what nobody knows', (_, text) => {
    const effects = effectsOf(text);
    expect(effects.some((effect) => effect === 'run-other' || effect === 'machine')).toBe(true);
  });

  test.each([
    ['json.py', 'file', true],
    ['json.cpython-311-x86_64-linux-gnu.so', 'file', true],
    ['_strptime.py', 'file', true],
    ['traceback.py', 'file', true],
    ['json', 'link', true],
    ['json.txt', 'file', false],
    ['main.py', 'file', false],
  ] as const)('%s beside it', (name, is, loads) => {
    const about: Partial<World> = { ...plain, holds: () => [{ name, is }] };
    expect(effectsOf(python('import json; print(1)'), about)).toEqual([loads ? 'run' : 'read']);
    expect(effectsOf(python('import json; print(1)', '-I'), about)).toEqual(['read']);
  });

  test('a directory is a package once it has the file that makes it one', () => {
    const held = (inside: string): Partial<World> => ({
      ...plain,
      holds: (directory) =>
        directory === project ? [{ name: 'html', is: 'directory' }] : [{ name: inside, is: 'file' }],
    });
    expect(effectsOf(python('print(1)'), held('index.html'))).toEqual(['read']);
    expect(effectsOf(python('print(1)'), held('__init__.py'))).toEqual(['run']);
  });

  test('a directory that nobody can list may hold anything', () =>
    expect(effectsOf(python('print(1)'), { entry: () => ({ is: 'missing' }) })).toEqual(['run']));

  test.each([
    "open('.env').read()",
    "open('/home/dev/.ssh/id_rsa').read()",
    "from pathlib import Path; Path('.').joinpath('.env').read_text()",
    "open('.git/hooks/pre-commit', 'w').write('x')",
    "open('/home/dev/.bashrc', 'a').write('x')",
  ])('%s names what is protected', (program) => expect(effectsOf(python(program))).toContain('asks'));

  test('a search that finds what is protected reads it', () => {
    const about: Partial<World> = {
      ...plain,
      holds: (directory) => (directory === project ? [{ name: '.env', is: 'file' }] : []),
    };
    const program = python("import pathlib\nfor p in pathlib.Path('.').rglob('*'): print(p.read_text())");
    expect(effectsOf(program, about)).toContain('asks');
  });

  test('a link below that leads out, or an odd name, proves nothing', () => {
    const program = "import pathlib\nfor p in pathlib.Path('src').rglob('*'): print(p.read_text())";
    expect(effectsOf(python(program))).toEqual(['read']);
    expect(effectsOf(python(program), { ...plain, plainBelow: () => false })).toContain('run-other');
    expect(effectsOf(`ln -s ~/.ssh src/x; ${python(program)}`)).toContain('run-other');
    expect(effectsOf(`for i in 1 2; do ${python(program)}; ln -s ~/.ssh src/x; done`)).toContain('run-other');
  });
});
