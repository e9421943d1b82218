import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import type { World } from '../../../world/world.ts';
import { shellParts } from './shell-parts.ts';

const world = fixedWorld();

/** A world in which one thing stands. */
function worldWith(path: string, is: 'directory' | 'file'): World {
  return fixedWorld({ entry: (asked) => ({ is: asked === path ? is : 'missing' }) });
}

function allReadOnly(text: string, where: World = world): boolean {
  return shellParts(text, where).every(({ readOnly, check }) => readOnly && check.outcome === 'allow');
}

function staysInside(text: string, where: World = world): boolean {
  return shellParts(text, where).every((part) => part.readOnly || part.insideEdit);
}

describe('read-only', () => {
  test.each([
    'ls -la src',
    'for f in *.ts; do wc -l "$f"; done',
    'git ls-files | while read -r f; do wc -l "$f"; done',
    'find . -name "*.ts" -print0 | xargs -0 wc -l',
    'cd src && git status 2>/dev/null',
    'X=$(git rev-parse HEAD); echo $X',
    'export LANG=C; ls',
    'f() { ls "$1"; }; f src',
    '/usr/bin/git status',
    'timeout 5 nice ls',
    'cat ~/notes.txt',
    'test $? -eq 0 && echo ok',
    'ls; RC=$?; [ $RC -eq 0 ] && echo ok',
    'N=$((1 + 2)); test ${N} -gt 2',
    'diff <(git show HEAD:a) a',
    'GIT_PAGER=cat git log -3',
  ])('%s', (text) => expect(allReadOnly(text)).toBe(true));

  test.each([
    // Nothing found is not nothing to see.
    '',
    '# nothing',
    // Not the command of that name.
    './ls',
    '/tmp/git status',
    'git() { touch x; }; git status',
    'ls; ls() { rm x; }; ls',
    // Not surely a number.
    'RC=$?; read RC; [ $RC -eq 0 ]',
    'RC=$?; RC=$X; [ $RC -eq 0 ]',
    'RC=$?$X; [ $RC -eq 0 ]',
    'RC=$?; eval "$X"; [ $RC -eq 0 ]',
    'RC=$?; [ $RC{a,b} -eq 0 ]',
    'if x; then RC=$?; fi; [ $RC -eq 0 ]',
    // Not this repository.
    'git -C /tmp/x status',
    'cd /tmp && git status',
    'cd .. && git log',
    'GIT_DIR=/tmp/x git log',
    // Not this environment.
    'PATH=. ls',
    'FOO=1 ls',
    'export PATH=.; ls',
    'read -r PATH <<< ./bin; ls',
    'for PATH in ./bin; do ls; done',
    'read -a PATH <<< .; ls',
    'sleep 1 & wait -n -p PATH; ls',
    'exec {PATH}</dev/null; ls',
    '((PATH=1)); ls',
    ': ${LD_PRELOAD:=x}; ls',
    'set -a; FOO=x; ls',
    // May turn out to be an option.
    'sort $X',
    'find . -del*',
    'git log "$@"',
    'rg x *',
    // Somewhere else.
    'sudo ls',
    'ssh host ls',
    'npx cat x',
    'env bash -c ls',
    // Writes.
    'ls > x',
    'ls >&x',
    'uniq a b',
    '> x',
    'cat < /dev/tcp/x/1',
    'ls "unterminated',
  ])('%s is not', (text) => expect(allReadOnly(text)).toBe(false));

  test("a repository inside the project is not one's own", () => {
    expect(
      allReadOnly('cd vendor/x && git status', worldWith('/home/dev/project/vendor/.git', 'directory')),
    ).toBe(false);
    expect(allReadOnly('cd vendor && git status', worldWith('/home/dev/project/vendor/HEAD', 'file'))).toBe(
      false,
    );
    expect(allReadOnly('cd src && git status', worldWith('/home/dev/project/vendor/.git', 'directory'))).toBe(
      true,
    );
    const links = { '/home/dev/project/out': '/tmp/other' };
    expect(allReadOnly('cd out && git status', fixedWorld({ links }))).toBe(false);
  });
});

describe('edits inside a working directory', () => {
  test.each([
    'mkdir -p src/components && touch src/a.ts && ls src',
    'cp -r src/templates src/generated',
    'cp src/a.ts .',
    'mv old.ts new.ts',
    'rm -rf node_modules',
    "sed -i 's/foo/bar/g' src/app.ts",
    'echo x > out.txt',
    'cd src && touch a',
    'touch "$PWD/x"',
  ])('%s', (text) => expect(staysInside(text)).toBe(true));

  test.each([
    'cp /etc/passwd x',
    'cp -t /tmp x',
    'mv a ../',
    'rm -rf .',
    'rm -rf ..',
    'rm -rf /home/dev/project',
    'rm -f "$X"',
    'touch ~/x',
    'cd /tmp && touch x',
    'cd "$X" && touch x',
    "sed -i 's/.*/id/e' f",
    "sed -i p 's/x/y/w /etc/x' f",
    'chmod -R 777 src',
    'ln -s / root',
    'touch /home/dev/project-evil/x',
    'FOO=1 touch x',
    'touch() { rm -rf /x; }; touch y',
    // What was moved there may be a link.
    'mv link d && touch d/x',
    'cp -a link d && echo x > d/x',
  ])('%s is not', (text) => expect(staysInside(text)).toBe(false));

  test('links lead out', () => {
    const links = { '/home/dev/project/out': '/tmp', '/home/dev/project/dir/a': '/etc/x' };
    expect(staysInside('touch out/x', fixedWorld({ links }))).toBe(false);
    expect(staysInside('cp a dir', fixedWorld({ links }))).toBe(false);
    expect(staysInside('echo x > out/y', fixedWorld({ links }))).toBe(false);
  });
});

describe('safety', () => {
  test.each([
    'rm -rf /',
    'cd / && rm -rf *',
    'sudo rm -rf /var',
    "find / -exec rm -rf {} ';'",
    'echo x >> ~/.bashrc',
    'cat ~/.ssh/id_rsa',
    'cat < ~/.ssh/id_rsa',
    'git config --global core.pager x',
    "perl -pi -e 's/a/b/' .npmrc",
  ])('%s needs a person', (text) => {
    expect(shellParts(text, world).some(({ check }) => check.outcome === 'safety')).toBe(true);
  });

  test.each(['ls ~/.ssh', 'find / -name x', 'stat ~/.aws/credentials', 'docker exec app rm -rf /data'])(
    '%s does not',
    (text) => expect(shellParts(text, world).some(({ check }) => check.outcome === 'safety')).toBe(false),
  );
});

describe('parts', () => {
  test.each([
    ['git -C x push origin', 'git push origin'],
    ['docker --context x push y', 'docker push y'],
    ['npm i left-pad', 'npm install left-pad'],
    ['/bin/rm x', 'rm x'],
    ['git -c alias.p=push p', 'git push'],
    ['git --frobnicate x push', 'git push'],
  ])('%s is also `%s`', (text, alias) => {
    const [{ subject }] = shellParts(text, world);
    const aliases = subject.kind === 'command' ? subject.aliases : [];
    expect(
      aliases.map((words) => words.map((word) => (word.kind === 'literal' ? word.text : '?')).join(' ')),
    ).toContain(alias);
  });

  test.each([
    ['mywrapper -x rm -rf build', 'rm'],
    ['direnv exec . rm x', 'rm'],
    [`python3 -c 'import os; os.system("rm x")'`, 'rm'],
    [`python3 -c 'subprocess.run(["/bin/rm", "-rf", "x"])'`, 'rm'],
    ["perl -e 'qx{rm x}'", 'rm'],
    [`awk 'BEGIN{system("rm x")}'`, 'rm'],
    ["sed '1e rm x' f", ''],
    ["tar cf x --checkpoint-action=exec='rm y' .", 'rm'],
    [
      `node -e '${'f(1);g(2);'.repeat(10)}${Array.from({ length: 70 }, (_, n) => `n${n}()`).join(';')};x("rm")'`,
      '',
    ],
  ])('%s may be %s', (text, name) => {
    const { subject } = shellParts(text, world)[0];
    const names = subject.kind === 'command' ? subject.aliases.map(([word]) => word) : [];
    expect(names.some((word) => word?.kind === 'unknown' && word.starts === name)).toBe(true);
  });

  test('harmless program text raises no suspicion', () => {
    const { subject } = shellParts('awk \'{print "rm"}\' f', world)[0];
    expect(subject.kind === 'command' ? subject.aliases : undefined).toEqual([]);
  });

  test.each([
    ['ls 2>/dev/null', 0],
    ['ls >/dev/null 2>&1', 0],
    ['ls >&2 2>&-', 0],
    ['ls > /dev/stderr', 0],
    ['ls > a', 1],
    ['ls &> a 2>> b', 2],
    ['{ ls; pwd; } > a', 1],
    ['exec 3<> a', 1],
    ['ls >& a', 1],
  ])('%s has %i written files', (text, count) => {
    const parts = shellParts(text, world);
    expect(parts.filter(({ subject }) => subject.kind === 'path' && subject.access === 'write')).toHaveLength(
      count,
    );
  });

  test('a doubt is a part of its own that no narrow rule covers', () => {
    const parts = shellParts('ls "unterminated; rm x', world);
    expect(parts.some(({ subject }) => subject.kind === 'command' && subject.words.length === 0)).toBe(true);
  });

  test('reading through a loop or a redirection still names the file', () => {
    const paths = shellParts('while read -r x; do echo "$x"; done < secrets/a', world).flatMap(
      ({ accesses }) =>
        accesses.flatMap((reached) =>
          reached.kind === 'read' && reached.path.known ? [reached.path.written] : [],
        ),
    );
    expect(paths).toEqual(['/home/dev/project/secrets/a']);
  });

  test('never throws, always has a part', () => {
    const unit = fc.constantFrom(
      'ls', 'rm', 'git', '-c', 'find', '-exec', '{}', ';', 'xargs', 'sh', "'", '"', '$X', '$(', ')', '|', '>', '<', '&', ' ', '\n', '__proto__', 'sed', 'awk', 'env', '=', '-S', '--', '*', '~', '/',
    ); // prettier-ignore
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (pieces) => {
        const parts = shellParts(pieces.join(' '), world);
        expect(parts.length).toBeGreaterThan(0);
        const unread = parts.filter(
          ({ subject }) => subject.kind === 'command' && subject.words.length === 0,
        );
        expect(unread.filter(({ readOnly, insideEdit }) => readOnly || insideEdit)).toEqual([]);
      }),
    );
  });
});
