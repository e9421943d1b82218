import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { foldName } from '../src/facts/paths/fold.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

/** A volume as macOS has it: names in any case and composition are one file, and `vault` leads to the keys. */
const links = new Map([['/home/dev/project/vault', '/home/dev/.ssh']]);
const world = fixedWorld({
  caseInsensitive: true,
  entry: (path) => {
    const target = links.get(path.split('/').map(foldName).join('/'));
    return target === undefined ? { is: 'missing' } : { is: 'link', target };
  },
});

/** As wide as somebody would write it who relies on the denials. */
const policy = compilePolicy([
  {
    allow: ['Bash', 'Read', 'Edit', 'Write'],
    deny: [
      'Read(.env)',
      'Read(secrets/**)',
      'Read(private/clé.txt)',
      'Edit(.github/**)',
      ...['rm', 'git push', 'npm publish', 'sudo', 'dd', 'osascript'].map((name) => `Bash(${name}:*)`),
    ],
  },
]);

function verdictOf(command: string): string {
  return decideCall({ tool: 'Bash', input: { command } }, { policy, world }).verdict;
}

const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase()),
  (text) => text.normalize('NFD').replace(/\p{L}(?=[^\p{L}]*$)/u, (letter) => letter.toUpperCase()),
];

const reads = ['cat', 'head -n 3', 'grep key', 'sort', 'wc -l', 'base64', 'od -c', 'strings', 'awk 1'];
const secrets = [
  '.env',
  'secrets/a.txt',
  'private/clé.txt',
  '~/.ssh/id_rsa',
  'vault/id_rsa',
  '~/.aws/credentials',
];
const writes = ['echo x >', 'tee', 'cp a.txt', 'mv a.txt', 'touch', 'truncate -s 0'];
const guarded = ['.github/workflows/ci.yml', '.git/hooks/pre-commit', '.claude/settings.json', '~/.zshrc'];
const programs = [
  'rm -rf build',
  'git push origin main',
  'npm publish',
  'sudo ls',
  'dd if=a of=b',
  'osascript -e x',
  'env rm -rf build',
  'xargs rm',
  'bash -c "rm -rf build"',
  '/bin/rm -rf build',
  'command rm x',
  'nice rm x',
];

const lines = [
  ...reads.flatMap((read) => secrets.flatMap((path) => spellings.map((spell) => `${read} ${spell(path)}`))),
  ...writes.flatMap((write) =>
    guarded.flatMap((path) => spellings.map((spell) => `${write} ${spell(path)}`)),
  ),
  ...programs.flatMap((line) =>
    spellings.map((spell) => line.replace(/^\S+/u, (name) => spell(name)).replace(/\brm\b/u, spell)),
  ),
];

test('no spelling of a place or a program is allowed where the file system ignores case', () => {
  expect(lines.length).toBeGreaterThan(300);
  expect(lines.filter((line) => verdictOf(line) === 'allow')).toEqual([]);
});

test('a name that is known as it is spelled, or in small letters, is read as ever', () => {
  for (const line of ['Rscript a.R', 'ls -la', 'git status', 'cat README.md'])
    expect([line, verdictOf(line)]).toEqual([line, 'allow']);
});

const respelled = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).chain((upper) =>
    fc.constantFrom('NFC', 'NFD').map((form) =>
      Array.from(text, (letter, at) => (upper[at] === true ? letter.toUpperCase() : letter))
        .join('')
        .normalize(form),
    ),
  );

test('a denial binds every spelling of what it names', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        ...['.env', 'secrets/deep/a', 'private/clé.txt'].map((path) =>
          respelled(path).map((spelled) => `cat ${spelled}`),
        ),
        ...['rm', 'sudo', 'osascript'].map((name) => respelled(name).map((spelled) => `${spelled} x`)),
      ),
      (line) => verdictOf(line) === 'deny',
    ),
  );
});
