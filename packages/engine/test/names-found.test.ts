import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import type { HeldName, World } from '../src/world/world.ts';

const keys: Layer = { allow: ['Edit(./**)', 'Bash(npm run *)'], deny: ['Read(~/.ssh/**)'] };
const layer: Layer = { ...keys, deny: ['Read(~/.ssh/**)', 'Read(secrets/**)'] };

function verdictOf(command: string, world: World = fixedWorld(), rules: Layer = layer): string {
  return decideCall({ tool: 'Bash', input: { command } }, { policy: compilePolicy([rules]), world }).verdict;
}

type Row = readonly [command: string, verdict: 'allow' | 'ask' | 'deny'];

describe('xargs is given names below the directories that were searched', () => {
  test.each<Row>([
    ["find src -name '*.ts' | xargs wc -l", 'allow'],
    ["find . -name '*.rs' | xargs wc -l | tail -1", 'allow'],
    ['rg -l "TODO|FIXME" src | xargs -r grep -n "TODO"', 'allow'],
    ['rg -l x src | sort -u | head -20 | xargs cat', 'allow'],
    ['grep -rl x src | grep -v test | xargs cat', 'allow'],
    ["git ls-files '*.ts' | xargs wc -l", 'allow'],
    ['ls -t src/*.sql | head -1 | xargs cat', 'allow'],
    ["find src -name '*.tsx' -exec grep -l x {} + | xargs wc -l", 'allow'],
    ['find src -type f -exec cat {} +', 'allow'],
    ['find src -type f 2>/dev/null | xargs -n 1 -P 4 md5sum', 'allow'],
    ['rg -l x src | xargs -I{} wc -l {}', 'allow'],
    ['cd src && rg -l x . | xargs cat', 'allow'],
    ['ls -t src | head -1 | xargs -I{} cat src/{}', 'allow'],
    ['ls src | xargs -I{} cat ./src/{}/a.json', 'allow'],
    ['cat "src/$(ls -t src | head -1)"', 'allow'],
    ['fd -e ts . src | while read -r f; do wc -l "$f"; done', 'allow'],
    ['git ls-files src | while read f; do echo "$(head -1 "$f")"; done', 'allow'],
    ['find src -type f -print0 | xargs -0 cat', 'allow'],
    ['git ls-files -z src | xargs -0 wc -l', 'allow'],
    ['grep -rlZ x src | xargs -0 cat', 'allow'],
    ['grep -rLn x src --include=*.ts | xargs cat', 'allow'],
    ['fd -e ts . src | xargs wc -l', 'allow'],
    ['git diff --name-only --diff-filter=U | xargs wc -l', 'allow'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictOf(command, fixedWorld(), keys)).toBe(verdict);
  });

  test('it is not an option where the machine was asked; a world that is only written down does not say', () => {
    const asked: World = { ...fixedWorld(), plainBelow: () => true };
    for (const command of [
      "rg -l x src | xargs sed -i 's/a/b/'",
      'find src | xargs sort',
      'rg -l x src | xargs git log',
    ]) {
      expect([command, verdictOf(command, asked, keys)]).toEqual([command, 'allow']);
      expect([command, verdictOf(command, fixedWorld(), keys)]).toEqual([command, 'ask']);
    }
  });

  test.each<readonly [attack: string, command: string, verdict: 'ask' | 'deny']>([
    ['the search begins elsewhere', 'find ~/.ssh -type f | xargs cat', 'deny'],
    ['the search begins above', 'find .. -type f | xargs cat', 'ask'],
    ['the search begins at home', 'find ~ -type f | xargs cat', 'ask'],
    ['a denied directory below', 'find . -type f | xargs cat', 'ask'],
    ['names from a file', 'cat names.txt | xargs cat', 'ask'],
    ['ends that do not match', 'find src -print0 | xargs cat', 'ask'],
    ['ends that do not match', 'find src | xargs -0 cat', 'ask'],
    ['ends of both kinds', 'find src -print0 -print | xargs -0 cat', 'ask'],
    ['ends that change on the way', "find src -print0 | tr '\\0' ' ' | xargs cat", 'ask'],
    ['lines of one name', 'find src -print0 | head -1 | xargs -0 cat', 'ask'],
    ['names of another commit', 'git diff --name-only HEAD~9 | xargs cat', 'ask'],
    ['names of another repository', 'git -C /etc diff --name-only | xargs cat', 'ask'],
    ['an option in an option', 'grep -rl x src --inclu*=x | xargs cat', 'ask'],
    ['a search from elsewhere', 'fd . ~/.ssh | xargs cat', 'deny'],
    ['a search from a directory of its own', 'fd --base-directory /etc . | xargs cat', 'ask'],
    ['names that are made', 'echo /home/dev/.ssh/id | xargs cat', 'ask'],
    ['names that are changed on the way', "find src | sed 's#src#/home/dev/.ssh#' | xargs cat", 'ask'],
    ['names that are cut', 'find src | cut -c5- | xargs cat', 'ask'],
    ['names that are cut by bytes', 'find src | head -c 100 | xargs cat', 'ask'],
    ['names that are cut by a pattern', 'find src | grep -o "/.*" | xargs cat', 'ask'],
    ['another form of output', "find src -printf '/home/dev/.ssh/%f\\n' | xargs cat", 'ask'],
    ['lines that match, not names', 'rg x src | xargs cat', 'ask'],
    ['lines that match, not names', 'grep -r x src | xargs cat', 'ask'],
    ['another delimiter', 'find src | xargs -d s cat', 'ask'],
    ['another input', 'find src | xargs -a names.txt cat', 'ask'],
    ['another input', 'find src | xargs cat < names.txt', 'ask'],
    ['error messages among the names', 'find src 2>&1 | xargs cat', 'ask'],
    ['error messages among the names', 'find src |& xargs cat', 'ask'],
    ['another command of that name', 'find() { echo ~/.ssh/id; }; find src | xargs cat', 'ask'],
    ['another command of that name', 'rg -l x "$D" | xargs cat', 'ask'],
    ['a name put together', 'rg -l x src | xargs -I{} cat /home/dev/.ssh/{}', 'ask'],
    ['a name put together that is denied', 'ls src | xargs -I{} cat secrets/{}', 'deny'],
    ['a name put together', 'ls src | xargs -I{} cat src/../secrets/{}', 'ask'],
    ['a name put together', 'ls src | xargs -I{} cat src/{}/../../secrets/a', 'ask'],
    ['a name put together', 'ls src | xargs -I{} cat src/{}/../{}', 'ask'],
    ['a name put together that is denied', 'ls . | xargs -I{} cat ./secrets/{}', 'deny'],
    ['a hidden name put together', 'ls src | xargs -I{} cat src/{}/.env', 'ask'],
    ['a name behind a hidden directory', 'ls .ssh | xargs -I{} cat .ssh/{}', 'ask'],
    ['a name behind a hidden directory', 'ls . | xargs -I{} cat ./.ssh/{}', 'ask'],
    ['a name that climbs', 'ls src | xargs -I{} cat src/.././secrets/{}', 'ask'],
    ['a name that climbs', 'ls -a src | xargs -I{} cat src/{}', 'ask'],
    ['a name that climbs', 'cat "src/$(ls -a src | head -2 | tail -1)"', 'ask'],
    [
      'a file that is read as commands',
      'git ls-files | while read -r f; do A=1 . ./x; cat "$f"; done',
      'ask',
    ],
    ['a file that is read', 'fd . src | while read -r f; do A=a\\ b . ./x; cat $f; done', 'ask'],
    ['a file that is read', 'fd . src | while read -r f; do noglob . ./x; cat "$f"; done', 'ask'],
    ['several commands feed it', '{ find src; echo /home/dev/.ssh/id; } | xargs cat', 'ask'],
    ['an odd name, made in the same text', "touch 'src/x /home/dev/.ssh/id' && find src | xargs cat", 'ask'],
    ['an odd name, unpacked in the same text', 'npm run unpack && find src | xargs cat', 'ask'],
    ['an odd name, by a redirection', "ls > 'src/x y' && find src | xargs cat", 'ask'],
    [
      'an odd name, made later in a loop',
      "for i in 1 2; do find src | xargs cat; touch 'src/a b'; done",
      'ask',
    ],
    ['what it carries does more', 'find src | xargs rm', 'ask'],
    ['what it carries does more', "find src | xargs sh -c 'cat ~/.ssh/id'", 'deny'],
    ['-exec in each directory', 'find . -execdir cat {} +', 'ask'],
  ])('%s: %s', (_, command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });

  test('two calls: a name with a blank, a dash, or a link out of the directory makes it ask', () => {
    const { noOtherLinks: _promise, ...seen } = fixedWorld();
    const command = "find src -name '*.ts' | xargs wc -l";
    expect(verdictOf(command, { ...seen, plainBelow: () => false })).toBe('ask');
    expect(verdictOf(command, seen)).toBe('ask');
    expect(
      verdictOf(command, { ...seen, plainBelow: (directory) => directory === '/home/dev/project/src' }),
    ).toBe('allow');
  });

  test('a secret that the search would find is noticed, and one that it skips is not', () => {
    const held: readonly HeldName[] = [
      { name: '.env', is: 'file' },
      { name: 'a.ts', is: 'file' },
    ];
    const world: World = {
      ...fixedWorld(),
      plainBelow: () => true,
      holds: (directory) => (directory === '/home/dev/project/src' ? held : []),
    };
    expect(verdictOf('find src -type f | xargs cat', world)).toBe('ask');
    expect(verdictOf('find src -type f -exec cat {} +', world)).toBe('ask');
    expect(verdictOf("find src -name '*.ts' | xargs cat", world)).toBe('allow');
    expect(verdictOf('rg -l x src | xargs cat', world)).toBe('allow');
    expect(verdictOf('rg -l --hidden x src | xargs cat', world)).toBe('ask');
  });

  const secret: World = {
    ...fixedWorld(),
    plainBelow: () => true,
    holds: (directory) => (directory === '/home/dev/project/src' ? [{ name: '.env', is: 'file' }] : []),
  };
  test.each<Row>([
    // What stands behind the command, is negated or holds for another branch chooses nothing of what it is given.
    ["find src -type f -exec cat {} + -name '*.ts'", 'ask'],
    ["find src -type f -print0 -name '*.ts' | xargs -0 cat", 'ask'],
    ["find src -type f -not -name '*.ts' -exec cat {} +", 'ask'],
    ["find src ! '(' -name '*.ts' ')' -exec cat {} +", 'ask'],
    ["find src -name '*.ts' -o -type f -exec cat {} +", 'ask'],
    ["find src -name '*.ts' -print -o -type f -print | xargs cat", 'ask'],
    ["find src '(' -exec cat {} ';' -o -name '*.ts' ')' -name x", 'ask'],
    ["find src -name '*.ts' , -exec cat {} +", 'ask'],
    ["find src -iname '.ENV' -exec cat {} +", 'ask'],
    ["find src -name '[[:punct:]]env' -exec cat {} +", 'ask'],
    ["find src '(' -name '*.ts' -o -name '*.js' ')' -exec cat {} +", 'allow'],
    ["find src -name vendor -prune -o -name '*.ts' -print | xargs cat", 'allow'],
    ["find src '(' -iname '*.TS' -o -name '*.js' ')' -not -name '*.d.ts' -type f -exec cat {} +", 'allow'],
  ])('what find reaches: %s: %s', (command, verdict) => {
    expect(verdictOf(command, secret, keys)).toBe(verdict);
  });
});

describe('a loop over files is read as the pattern', () => {
  test.each<Row>([
    ['for f in src/*.ts; do wc -l "$f"; done', 'allow'],
    ['for f in src/a/*.ts lib/*.js; do echo "== $f"; head -20 "$f"; done', 'allow'],
    ['for f in src/*.ts; do cp "$f" "$f.bak"; done', 'allow'],
    ['for f in ~/.ssh/*; do cat "$f"; done', 'ask'],
    ['for f in secrets/*; do cat "$f"; done', 'ask'],
    ['for f in ../*; do cat "$f"; done', 'ask'],
    ['for f in src/*.ts; do cat "../../.ssh/$f"; done', 'ask'],
    ['for f in src/*.ts; do cat "${f#src}"; done', 'ask'],
    ['for f in src/*.ts; do f=/home/dev/.ssh/id; cat "$f"; done', 'ask'],
    ['for f in src/*.ts; do read f; cat "$f"; done', 'ask'],
    // Without quotes a name with a blank would become several: the machine says that there is none.
    ['for f in src/*.ts; do cat $f; done', 'allow'],
    ['touch "src/a b.ts"; for f in src/*.ts; do cat $f; done', 'ask'],
    ['for f in src/*.ts; do rm "$f"; done', 'ask'],
    ['for f in src/*.ts; do "$f"; done', 'ask'],
    ['for f in *.ts; do sed "$f" x; done', 'ask'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });
});

describe('a loop that reads the lines of a search', () => {
  const asked: World = { ...fixedWorld(), plainBelow: () => true };
  const edits: Layer = { allow: ['Effect(read)', 'Effect(edit)'], deny: ['Read(~/.ssh/**)'] };

  test.each([
    'git ls-files src | while read -r f; do wc -l "$f"; done',
    'git ls-files src | while IFS= read -r f; do wc -l "$f"; done',
    'while read -r f; do grep -c x "$f"; done < <(git ls-files src)',
    'fd -e ts . src | while read -r f; do n=$(grep -c x "$f"); echo "$n $f"; done | sort -rn | head',
    'grep -rl Foo src | while read -r f; do sed -i s/a/b/ "$f"; done',
    "sed -i s/a/b/ $(git ls-files 'src/*.ts')",
    'for f in $(git ls-files \'*.ts\'); do sed -i s/a/b/ "$f"; done',
    "git diff --name-only --diff-filter=ACM main -- '*.ts' | xargs wc -l",
  ])('%s', (command) => expect(verdictOf(command, asked, edits)).toBe('allow'));

  test.each([
    ['any program may print anything', 'cat list | while read -r f; do cat "$f"; done'],
    ['the same of a file', 'while read -r f; do cat "$f"; done < <(cat list)'],
    ['it is read from there', 'while read -r f; do cat "$f"; done < <(git ls-files) < list'],
    ['more is printed', '{ echo /etc/shadow; git ls-files; } | while read -r f; do cat "$f"; done'],
    ['another value', 'git ls-files | while read -r f; do f=/etc/passwd; cat "$f"; done'],
    ['another value', 'git ls-files | while read -r f; do read -r f; cat "$f"; done'],
    ['another value', 'git ls-files | while read -r f; do printf -v f /etc/passwd; cat "$f"; done'],
    ['two words', 'git ls-files | while read -r f g; do cat "$g"; done'],
    ['behind another directory', 'git ls-files | while read -r f; do cat "/etc/$f"; done'],
    ['it goes elsewhere', 'git ls-files | while read -r f; do cd /etc; cat "$f"; done'],
    ['an odd name', 'touch "src/x /etc/y"; git ls-files | while read -r f; do cat $f; done'],
    ['after the loop', 'git ls-files | while read -r f; do :; done; cat $f'],
    ['evaluated', 'git ls-files | while read -r f; do ((f)); cat $f; done'],
    ['a program beside it', 'git ls-files | while read -r f; do cat "$f"; done | ./rename'],
    ['an odd name beside it', 'git ls-files | while read -r f; do cat $f; done | tee "src/x /etc/y"'],
    ['a shell that went elsewhere', 'git ls-files | (cd /etc; while read -r f; do cat "$f"; done) | sort'],
    ['any program before it', 'cat list | sort | while read -r f; do cat "$f"; done | sort'],
    ['removed since', 'git diff --name-only main | xargs cat'],
    ['removed since', 'for f in $(git diff --name-only HEAD~1); do cat "$f"; done'],
    ['two commits', 'git diff --name-only --diff-filter=A a..b | xargs cat'],
  ])('%s: %s', (_, command) => expect(verdictOf(command, asked, edits)).not.toBe('allow'));

  /** Held against: a name in an old commit that the shell would split or take for an option, and a file that git no longer tracks. */
  test('names that another commit had count where none of them is odd', () => {
    const lines = [
      'for f in $(git diff --name-only main -- \'*.rs\'); do rustfmt --check "$f"; done',
      'git diff --name-only HEAD~1 | while read -r f; do git diff HEAD~1 -- "$f" | head; done',
      "wc -l $(git diff --name-only HEAD -- '*.c' '*.h')",
    ];
    const withGit: World = {
      ...asked,
      plainIn: () => true,
      entry: (path) => ({ is: path.endsWith('/.git') ? 'directory' : 'missing' }),
    };
    const formats = "clang-format -i $(git diff --name-only HEAD~2 -- '*.c')";
    expect(verdictOf(formats, withGit, edits)).toBe('allow');
    expect(verdictOf(formats, { ...withGit, plainIn: () => false }, edits)).not.toBe('allow');
    const looked: string[] = [];
    const plainIn: World['plainIn'] = ({ directory, revision }) =>
      looked.push(`${directory} ${revision}`) > 0;
    for (const line of lines) {
      expect(verdictOf(line, { ...asked, plainIn }, { allow: ['Effect(read)', 'Effect(run)'] })).toBe(
        'allow',
      );
      expect(verdictOf(line, { ...asked, plainIn: () => false }, edits)).not.toBe('allow');
    }
    expect(new Set(looked)).toEqual(
      new Set(['main', 'HEAD~1', 'HEAD'].map((each) => `/home/dev/project ${each}`)),
    );
    const withSecret: World = {
      ...asked,
      plainIn,
      entry: (path) => ({ is: path === '/home/dev/project/.env' ? 'file' : 'missing' }),
      holds: (path) => (path === '/home/dev/project' ? [{ name: '.env', is: 'file' }] : []),
    };
    expect(verdictOf('cat $(git diff --name-only HEAD~1)', withSecret, edits)).toBe('ask');
    for (const line of [
      'git fetch; cat $(git diff --name-only origin/main)',
      'git branch -f old x; cat $(git diff --name-only old)',
      'cat $(git -C /x diff --name-only HEAD)',
      'cat $(git diff --name-only a..b)',
      'cat $(git diff --name-only "$x")',
    ])
      expect(verdictOf(line, { ...asked, plainIn: () => true }, edits)).not.toBe('allow');
  });

  test('what a search may find in guarded places still asks', () => {
    const kinds = new Map<string, 'file' | 'directory'>([
      ['', 'directory'],
      ['/.git', 'directory'],
      ['/.git/hooks', 'directory'],
      ['/.git/config', 'file'],
      ['/.claude', 'directory'],
      ['/.claude/settings.json', 'file'],
    ]);
    const guarded: World = {
      ...asked,
      entry: (path) => ({ is: kinds.get(path.replace('/home/dev/project', '')) ?? 'missing' }),
    };
    const listed: World = { ...guarded, holds: () => [{ name: 'settings.json', is: 'file' }] };
    expect(verdictOf('rg -l x | xargs sed -i s/a/b/', guarded, edits)).toBe('allow');
    expect(verdictOf("git ls-files '*.ts' | xargs sed -i s/a/b/", guarded, edits)).toBe('ask');
    expect(verdictOf("git ls-files '*.ts' | xargs sed -i s/a/b/", listed, edits)).toBe('allow');
    expect(verdictOf('grep -rl x . | xargs sed -i s/a/b/', guarded, edits)).toBe('ask');
    expect(verdictOf('rg -l --hidden x | xargs sed -i s/a/b/', guarded, edits)).toBe('ask');
    expect(verdictOf("git ls-files '*.json' | xargs sed -i s/a/b/", guarded, edits)).toBe('ask');
  });
});
