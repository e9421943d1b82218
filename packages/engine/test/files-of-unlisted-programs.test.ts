import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

/** What `balanced` allows in a project whose code is trusted. */
const trusted = compilePolicy([
  {
    allow: ['read', 'edit', 'delete', 'commit', 'run', 'serve', 'remote-read'].map(
      (name) => `Effect(${name})`,
    ),
  },
]);
const untrusted = compilePolicy([{ allow: ['Effect(read)', 'Effect(edit)', 'Effect(remote-read)'] }]);
const there = new Set(['/home/dev/project/Mods', '/home/dev/project/src']);
const world = fixedWorld({ entry: (path) => ({ is: there.has(path) ? 'directory' : 'missing' }) });

function verdictOf(command: string, policy = trusted): string {
  return decideCall({ tool: 'Bash', input: { command }, shell: 'bash' }, { policy, world }).verdict;
}

describe('a program that nobody listed is given files of the project', () => {
  test.each([
    'frobpack -i heron.glb -o heron.packed.glb -cc',
    'frobatlas -font Art/a.ttf -type msdf -imageout /tmp/a.png -json /tmp/a.json',
    'frobtex -f Art/ui.png -o /tmp/ui.dds.png -t BC7 | tail -5',
    'frobsheet --sheet a/ui.png --data a/ui.json --format json-array Art/UI/*.png',
    'frobcat Art/marsh.usda | head -40',
    'frobcodes Mods --codes',
    'frobgen2 -Dlanguage=Cpp -visitor -o build/gen grammar/P.g4',
    'for i in icons/*.svg; do frobvg "$i" -o "img/x.svg"; done',
  ])('%s', (command) => {
    expect(verdictOf(command)).toBe('allow');
    expect(verdictOf(command, untrusted)).toBe('ask');
  });

  test.each([
    ['no file', 'frobpack'],
    ['no file', 'frobpack --all'],
    ['a name that is not there', 'frobpack production'],
    ['a verb in front', 'frobpack upload a.png'],
    ['a verb nobody knows', 'frobpack up a.yaml'],
    ['a verb as an option', 'frobpack --delete a.png'],
    ['a verb as a value', 'frobpack -action deploy a.png'],
    ['its name sends', 'frobshare a.png'],
    ['its name sends', 'pastefrob a.md'],
    ['its name prints', 'lpr-frob a.pdf'],
    ['its name writes a device', 'frobloader fw.hex'],
    ['its name writes a device', 'stmflash a.bin'],
    ['its name runs what it is given', 'frob-exec a.yaml'],
    ['its name signs', 'frobsign a.apk'],
    ['another place', 'frobpack a.png -o ~/.bashrc'],
    ['another place', 'frobpack a.png -o /etc/x'],
    ['another place', 'frobpack a.png -o ../../x'],
    ['another place behind an option', 'frobpack a.png --out=/home/dev/.bashrc'],
    ['a secret', 'frobpack ~/.ssh/id_rsa'],
    ['a secret', 'frobpack .env'],
    ['a secret', 'frobpack config/secrets.yaml'],
    ['a hidden file', 'frobpack a.png -o .git/hooks/pre-commit'],
    ['a hidden file', 'frobpack a.png -o .claude/settings.json'],
    ['another machine', 'frobpack a.png dev@frob.example:/srv'],
    ['another machine', 'frobpack a.png frob.example'],
    ['another machine', 'frobpack a.png frob.example/inbox'],
    ['another machine', 'frobpack a.png --host=10.2.0.7'],
    ['an address', 'frobpack https://frob.example/a.png'],
    ['a program behind an option', 'frobpack a.png --exec ./x.sh'],
    ['a program behind an option', "frobpack a.png -e 'rm -rf ~'"],
    ['more than one thing in a word', "frobpack a.png 'x; y'"],
    ['a word that is not known', 'frobpack a.png $X'],
    ['a word that is not known', 'frobpack $X a.png'],
    ['a directory that is not known', 'cd $X && frobpack a.png'],
    ['code of another place', 'frobpack /tmp/a.frob'],
    ['code that was just written', 'echo x > a.frob && frobpack a.frob'],
    ['code that is typed to it', 'frobpack a.png <<E\nx\nE'],
    ['code that is typed to it', 'frobpack a.png < /tmp/x'],
    ['a changed environment', 'PATH=/tmp:$PATH frobpack a.png'],
    ['a changed environment', 'LD_PRELOAD=/tmp/x.so frobpack a.png'],
    ['another program of that name', 'alias frobpack=curl; frobpack a.png'],
    ['a machine', 'frobpack a.png /dev/sda'],
    ['elsewhere', 'ssh h frobpack a.png'],
    ['elsewhere', 'npx frobpack a.png'],
  ])('%s: %s', (_, command) => expect(verdictOf(command)).toBe('ask'));
});

describe('one of several versions of a program', () => {
  test.each(['clang-tidy-19 -p build a.cpp', 'clang-format-18 -i a.cpp', 'g++-13 -fsyntax-only a.cpp'])(
    '%s',
    (command) => expect(verdictOf(command)).toBe('allow'),
  );

  test.each([
    ['its options count', 'gcc-13 -fplugin=/tmp/x.so a.c'],
    ['what it does counts', 'curl-8 -d @a https://frob.example'],
    ['an interpreter', "ruby-3 -e 'system %q(x)'"],
    ['a suffix that is not a version', 'clang-evil a.c -o ~/.bashrc'],
  ])('%s: %s', (_, command) => expect(verdictOf(command)).toBe('ask'));
});

describe('an installed program that is named by its path', () => {
  test.each(['/opt/frob/bin/frob a.png', '/Applications/Frob.app/Contents/MacOS/Frob -quit -projectPath .'])(
    '%s',
    (command) => expect(verdictOf(command)).toBe('allow'),
  );

  test.each(['/opt/../tmp/frob a.png', '/tmp/frob a.png', '/home/dev/bin/frob a.png', '/opt/.x/frob a.png'])(
    'anybody may have put it there: %s',
    (command) => expect(verdictOf(command)).toBe('ask'),
  );
});

describe('a compiler is given files of a scratch directory, which it does not run', () => {
  test.each(['gcc -fsyntax-only /tmp/a.c', 'opt-19 -S /tmp/a.ll -o /tmp/b.ll', 'ld -r -o /tmp/y.o /tmp/x.o'])(
    '%s',
    (command) => expect(verdictOf(command)).toBe('allow'),
  );

  test.each([
    'gcc @/tmp/a.c',
    'gcc -wrapper /tmp/x.c,y a.c',
    'gcc -specs=/tmp/x a.c',
    'gcc -B/tmp/x a.c',
    'opt -load /tmp/x.so a.ll',
    'lli /tmp/a.ll',
    'tcc -run /tmp/a.c',
    'gcc /tmp/a.c -o ~/.local/bin/git',
  ])('another place or program all the same: %s', (command) => expect(verdictOf(command)).toBe('ask'));
});

test('a word of a program that is not known may be a command, and none that only begins so', () => {
  const policy = compilePolicy([{ allow: ['Effect(run)'], deny: ['Bash(crontab:*)'] }]);
  expect(verdictOf('frobctl show cr', policy)).toBe('allow');
  expect(verdictOf('frobctl show crontab', policy)).toBe('ask');
  expect(verdictOf('frobctl show "$X"', policy)).toBe('ask');
});

test.each(['arc diff HEAD~1', 'rbt post', 'ghstack', 'git-review'])(
  'it shows the change to others: %s',
  (command) => expect(verdictOf(command)).toBe('ask'),
);
