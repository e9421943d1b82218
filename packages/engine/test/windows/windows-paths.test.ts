import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideCall } from '../../src/decision/index.ts';
import { providePowerShell } from '../../src/facts/index.ts';
import { resolvePath } from '../../src/facts/paths/resolve.ts';
import { nativePath } from '../../src/facts/paths/windows/windows-path.ts';
import { compilePolicy, type Layer, type Mode } from '../../src/policy/index.ts';
import { powershellParts } from '../../src/powershell/index.ts';
import { fixedWorld } from '../../src/world/index.ts';
import { runs } from '../runs.ts';
import { openedOnWindows } from './windows-model.ts';

providePowerShell(() => powershellParts);

const app = String.raw`C:\Users\dev\app`;
const places = { platform: 'win32', cwd: '/c/Users/dev/app', home: '/c/Users/dev', holds: () => [] } as const;

interface HostileGroup {
  readonly group: string;
  readonly tool: string;
  readonly mode: Mode;
  readonly rules: Layer;
  readonly links: Readonly<Record<string, string>>;
  readonly spellings: readonly (readonly [kind: string, text: string])[];
}

const hostile = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../corpus/windows/hostile-paths.json'), 'utf8'),
) as readonly HostileGroup[];

test.each(hostile)(
  '$group, by $tool in $mode: no spelling is allowed',
  ({ tool, mode, rules, links, spellings }) => {
    const policy = compilePolicy([rules]);
    const world = fixedWorld({ ...places, links });
    const allowed = spellings.filter(([, text]) => {
      const input = tool === 'Read' || tool === 'Edit' ? { file_path: text } : { command: text };
      return decideCall({ tool, input, cwd: app }, { policy, world, mode }).verdict === 'allow';
    });
    expect(spellings.length).toBeGreaterThan(50);
    expect(allowed).toEqual([]);
  },
);

const world = fixedWorld(places);

type ReaderName = 'tool' | 'bash' | 'powershell';

function read(text: string, reader: ReaderName = 'tool') {
  const how = { tool: {}, bash: { tilde: 'literal' }, powershell: { by: 'powershell' } } as const;
  return resolvePath({ text, directory: world.cwd, world, ...how[reader] });
}

const name = fc
  .stringMatching(/^[a-z][a-z\d_-]{0,6}(?:\.[a-z]{1,3})?$/u)
  .filter((text) => !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/u.test(text));
const separator = fc.constantFrom('/', '\\', '\\\\', '/./', '\\.\\');

test('however a plain path is written, it is the same', () => {
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 1, maxLength: 5 }),
      fc.array(separator, { minLength: 6, maxLength: 6 }),
      fc.constantFrom('D', 'd'),
      (names, between, drive) => {
        const expected = `/d/${names.join('/')}`;
        const text = `${drive}:${names.map((each, at) => `${between[at] ?? '/'}${each}`).join('')}`.replace(
          /^(.:)\\\\/u,
          '$1\\',
        );
        expect(read(text)).toEqual({ known: true, written: expected, real: expected });
        expect(read(nativePath(expected))).toEqual(read(text));
        expect(read(expected, 'bash')).toEqual(read(text));
      },
    ),
    { numRuns: runs(2000) },
  );
});

/** Everything that Windows reads in its own way, dense. */
const odd = fc
  .array(
    fc.oneof(
      name,
      fc.constantFrom(
        ...String.raw`\ / : . .. ... ~ ~1 % ? * $DATA C: c:\ \\ // \\?\ \\.\ NUL com1 .txt`.split(' '),
        ' ',
        '\uff3c',
        '\u2025',
        'secrets',
        'Users',
        'dev',
        'app',
      ),
    ),
    { minLength: 1, maxLength: 9 },
  )
  .map((pieces) => pieces.join(''));

test.each<ReaderName>(['tool', 'bash', 'powershell'])(
  'what is known is what Windows opens, read by a %s',
  (reader) => {
    let known = 0;
    fc.assert(
      fc.property(odd, (text) => {
        const found = read(text, reader);
        if (!found.known) return;
        known += 1;
        // A path of Git Bash, and the root of the drive: the model knows neither.
        if (/^[\\/]/u.test(text)) {
          const own = reader === 'powershell' ? `/c${text.replaceAll('\\', '/')}` : text;
          expect(found.written.toLowerCase()).toBe(
            openedOnWindows(nativePath(lowerDrive(own)), app)
              ?.replace(/^(.):/u, '/$1')
              .replaceAll('\\', '/')
              .replace(/\/$/u, '') ?? own,
          );
          return;
        }
        const tilde =
          text.startsWith('~') && reader !== 'bash' ? text.replace('~', String.raw`C:\Users\dev`) : text;
        expect(nativePath(found.written).toLowerCase()).toBe(openedOnWindows(tilde, app));
      }),
      { numRuns: runs(20_000) },
    );
    expect(known).toBeGreaterThan(runs(20_000) / 100);
  },
);

/** Behind its letter a drive ends in either slash. */
function lowerDrive(path: string): string {
  return path.replace(/^\/([a-z])(?:[\\/]|$)/iu, (_, drive: string) => `/${drive.toLowerCase()}/`);
}

test.each([
  ['Read', 'src\\a.ts', 'allow'],
  ['Read', 'C:\\Users\\dev\\app\\src\\a.ts', 'allow'],
  ['Read', 'c:/Users/dev/app/src/a.ts', 'allow'],
  ['Edit', 'src/a.ts', 'allow'],
  ['Edit', '..\\other\\a.ts', 'ask'],
  ['Edit', '.git\\hooks\\pre-commit', 'ask'],
  ['Read', 'C:\\Users\\dev\\AppData\\Roaming\\GitHub CLI\\hosts.yml', 'ask'],
  ['Bash', 'cat src/a.ts', 'allow'],
  ['Bash', 'cat "C:\\Users\\dev\\app\\src\\a.ts"', 'allow'],
  ['Bash', 'cd "C:\\Users\\dev\\app\\src" && cat a.ts', 'allow'],
  ['Bash', 'cd /c/Users/dev/app && git status', 'allow'],
  ['Bash', 'npm test > /dev/null', 'allow'],
  ['Bash', 'cd C:/elsewhere && npm test', 'ask'],
  ['Bash', 'cd C:/elsewhere && cd ../../src && npm test', 'ask'],
  ['Bash', 'cd //localhost/c$/Users/dev/app && npm test', 'ask'],
  ['Bash', 'git -C C:/elsewhere status', 'ask'],
  ['Bash', "'C:\\evil\\git' status", 'ask'],
  ['Bash', 'cat /tmp/x', 'ask'],
  ['Bash', 'rm -rf /c/Users/dev', 'ask'],
  ['PowerShell', 'Get-Content src\\a.ts', 'allow'],
  ['PowerShell', 'Get-ChildItem $PWD\\src', 'allow'],
  ['PowerShell', 'Get-Content \\Users\\dev\\app\\src\\a.ts', 'allow'],
  ['PowerShell', 'Set-Location D:; Get-Content \\Users\\dev\\app\\src\\a.ts', 'ask'],
  ['PowerShell', 'gc $HOME\\.ssh\\id_rsa', 'ask'],
  ['PowerShell', 'git -C \\elsewhere status', 'ask'],
  ['PowerShell', 'git status', 'allow'],
])('%s %s: %s', (tool, text, verdict) => {
  const policy = compilePolicy([
    { allow: ['Read(./**)', 'Edit(./**)', 'Bash(npm test:*)', 'Bash(git status:*)'] },
  ]);
  const input = tool === 'Read' || tool === 'Edit' ? { file_path: text } : { command: text };
  expect(decideCall({ tool, input, cwd: app }, { policy, world }).verdict).toBe(verdict);
});

test.each([
  'C:/Users/dev/app/secrets/**',
  'C:\\Users\\dev\\app\\secrets\\**',
  '//c/Users/dev/app/secrets/**',
])('a rule names %s', (place) => {
  const policy = compilePolicy([{ deny: [`Read(${place})`] }]);
  const verdictOf = (file: string): string =>
    decideCall({ tool: 'Read', input: { file_path: file }, cwd: app }, { policy, world, mode: 'bypass' })
      .verdict;
  expect([verdictOf('secrets\\a'), verdictOf('C:/Users/dev/app/secrets/x/a'), verdictOf('src\\a')]).toEqual([
    'deny',
    'deny',
    'allow',
  ]);
});

test('a directory of Windows is none for a machine with other paths', () => {
  const decision = decideCall(
    { tool: 'Edit', input: { file_path: 'a.ts' }, cwd: 'C:\\home\\dev\\project' },
    { policy: compilePolicy([{ allow: ['Edit(./**)'] }]) },
  );
  expect(decision.verdict).toBe('ask');
});
