import { describe, expect, it } from 'vitest';
import { readShell } from './read-shell.ts';
import type { Word } from './words/word.ts';

/** `a b` literal, `<?>` unknown and exactly one, `<*>` unknown and any number. */
function show(word: Word): string {
  if (word.kind === 'literal')
    return /^[\w./:@%+,=~-]+$/.test(word.text) ? word.text : JSON.stringify(word.text);
  return `${word.starts}<${word.count === 'one' ? '?' : '*'}>`;
}

function commands(text: string): readonly string[] {
  const { invocations, doubts } = readShell(text);
  expect(doubts).toEqual([]);
  return invocations.map(({ words }) => words.map(show).join(' '));
}

function directoryOfM(text: string): unknown {
  return readShell(text).invocations.find(
    ({ words }) => words[0]?.kind === 'literal' && words[0].text === 'm',
  )?.directory;
}

function piecesOf(text: string): unknown {
  const word = readShell(text).invocations.at(-1)?.words[1];
  return word?.kind === 'unknown' ? word.pieces : word;
}

const FOUND: ReadonlyArray<readonly [text: string, commands: readonly string[]]> = [
  ['git status --short', ['git status --short']],
  ['a; b && c || d & e | f |& g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
  ['a\n\\b c', ['a', 'b c']],
  [`"git" 'sta'tus \\-s`, ['git status -s']],
  [`$'\\x72m' $'a\\0b'c $"d"`, ['rm ac d']],
  ['m {a,b}{1..3} x{,y}', ['m a1 a2 a3 b1 b2 b3 x xy']],
  ['m {} a{b} HEAD@{1} {a', ['m "{}" "a{b}" "HEAD@{1}" "{a"']],
  ['m $x "$x" *.ts src/*.c "$@" "a$x" a$x', ['m <*> <?> <*> src/<*> <*> a<?> <*>']],
  ["m ~/x '~/x' of=~/x --of=~/x HEAD~1", ['m <?> ~/x of=<?> --of=~/x HEAD~1']],
  ['x=$(a) b "$(c "$(d)")" `e \\`f\\``', ['b <?> <*>', 'a', 'c <?>', 'd', 'f', 'e <*>']],
  ['a <<E >o\n$(b) `c` ${x:-$(d)} \\$(e)\nE\nf', ['a', 'b', 'c', 'd', 'f']],
  ["a <<'E'\n$(b)\nE\nc", ['a', 'c']],
  ["a <<E\n${x:-'$(b)'}\nE", ['a', 'b']],
  ['a "$(b <<E | c && d\nx\nE\n)"', ['a <?>', 'b', 'c', 'd']],
  ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
  ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
  ['for x in $(a) b; do c; done; for ((i=0;i<3;i++)); do d; done', ['a', 'c', 'd']],
  ['case $(a) in $(b)|x) c;; (y) d;& *) e;; esac', ['a', 'b', 'c', 'd', 'e']],
  ['f() { a; }; f', ['a', 'f']],
  ['function g { a; } >$(b); (c; { d; })', ['a', 'b', 'c', 'd']],
  ['coproc a b; coproc N { c; }; select x in a; do d; done', ['a b', 'c', 'd']],
  ['[[ $(a) == @(b|$(c)) && x =~ ^(a|b)$ ]] && d', ['a', 'c', 'd']],
  ['a=(1 $(b) [2]=$(c)); d <<<"$(e)" > >(f) < <(g)', ['', 'b', 'c', 'd', 'e', 'f', 'g']],
  ['time -p a | b; ! c', ['a', 'b', 'c']],
  ["eval 'a; b' c; trap 'd' EXIT", ['eval "a; b" c', 'a', 'b c', 'trap d EXIT', 'd']],
  ['a # $(b)\n# c\nd', ['a', 'd']],
  ['X=rm; $X -rf "${X}s"', ['', 'rm -rf rms']],
  ['for f in a "b"; do m $f "x/$f"; done; n $f', ['m a x/a', 'm b x/b', 'n <*>']],
  ['for f in a *.ts; do m $f; done', ['m a', 'm <*>']],
  ['for f in a "b c"; do m $f; done', ['m <*>']],
  ['for f in a b; do read f; m $f; done', ['read f', 'm <*>']],
  ['for f in a b; do for g in c; do m $f $g; done; done', ['m a <*>', 'm b <*>']],
  ["for f in a b; do printf -v $'\\x66' c; m $f; done", ['printf -v f c', 'm <*>']],
  ['a\r\nb', ['"a\\r"', 'b']],
];

describe('every command that may run is found', () => {
  it.each(FOUND)('%j', (text, expected) => {
    expect(commands(text)).toEqual(expected);
  });
});

const DOUBTED: readonly string[] = [
  "m 'x",
  'm $(x',
  'if x',
  'eval "$x"',
  'trap "$x" EXIT',
  "printf -v 'a[$(x)]' y",
  "read 'a[$(x)]'",
  "unset 'a[$(x)]'",
  "declare 'a[$(x)]=1'",
  'declare -n r=x',
  "let 'a[$(x)]'",
  "[[ -v 'a[$(x)]' ]]",
  "test -v 'a[$(x)]'",
  "[[ 'a[$(x)]' -eq 1 ]]",
  "x='a[$(y)]'; (( x ))",
  "x=y; y='a[$(z)]'; (( x ))",
  "x='a[$(y)]'; z=$x; echo $((z))",
  "x='a[$(y)]'; echo ${!x}",
  "x='$(y)'; echo ${x@P}",
  "RANDOM='a[$(x)]'",
  "PS4='$(x)'; set -x; m",
  "alias m='x'",
  'BASH_ALIASES[m]=x',
  "y='a[$(z)]'; read x[y] <<<1",
  "y='a[$(z)]'; unset x[y]",
  "y='a[$(z)]'; declare x[y]=1",
  "x=-v; y='a[$(z)]'; [ $x b[y] ]",
  'export POSIXLY_CORRECT=1',
  "declare -a x='($(y))'",
  "x=(1); declare x='($(y))'",
  'x=(1); f() { declare -g x="$1"; }; f "$(y)"',
  "export PS4='$(x)'; set -x; m",
  'shopt -s extglob',
  'mapfile -C x -c 1 a',
  'compgen -C x',
  'hash -p /x m',
  'enable -f x y',
  'find . >&--delete',
  ">&'`x`'",
  '. <(x)',
  'm $((x); y)',
  'm \0x',
  'cd() { x; }; cd y',
  `m ${'$('.repeat(100)}x${')'.repeat(100)}`,
  'm;'.repeat(1_100),
  'x'.repeat(70_000),
  '{a,'.repeat(20_000),
];

describe('what is not understood leaves a doubt', () => {
  it.each(DOUBTED.map((text) => [text.slice(0, 60), text] as const))('%j', (_, text) => {
    expect(readShell(text).doubts).not.toEqual([]);
  });
});

const PLACES: ReadonlyArray<readonly [text: string, directory: unknown]> = [
  ['m', { known: '.' }],
  ['cd a && m', { known: 'a' }],
  ['until cd a; do x; done; m', { unknown: 'in a loop that changes directory' }],
  ['while ! cd a; do x; done; m', { unknown: 'in a loop that changes directory' }],
  ['cd a; m', { known: 'a', otherwise: ['.'] }],
  ['cd a || exit 1; m', { known: 'a' }],
  ['cd a && cd ../b && m', { known: 'b' }],
  ['cd /x/../y && m', { known: '/y' }],
  ['cd && m', { known: '~' }],
  ['cd ~/a && m', { known: '~/a' }],
  ['cd "$HOME"/a && m', { known: '~/a' }],
  ["cd '~' && m", { known: './~' }],
  ['(cd a); m', { known: '.' }],
  ['cd a | x; m', { known: '.' }],
  ['cd a & m', { known: '.' }],
  ['x=$(cd a); m', { known: '.' }],
  ['{ cd a; } && m', { known: 'a' }],
  ['! cd a && m', { known: '.' }],
  ['if cd a; then m; fi', { known: 'a' }],
];

const NOWHERE: readonly string[] = [
  'cd "$x" && m',
  'cd - && m',
  'popd && m',
  '$x a; m',
  'CDPATH=/x; cd a && m',
  'while x; do m; cd ..; done',
  'f() { cd a; }; f; m',
  "trap 'cd a' DEBUG; m",
  'cd a b && m',
];

describe('where a command runs', () => {
  it.each(PLACES)('%j', (text, directory) => {
    expect(directoryOfM(text)).toEqual(directory);
  });
  it.each(NOWHERE)('%j is not known', (text) => {
    expect(directoryOfM(text)).toHaveProperty('unknown');
  });
});

describe('what was found stays, also where the text cannot be read', () => {
  it.each(["rm -rf x; m 'y", 'rm -rf x\nif', 'a $(rm -rf x) )', '"rm" -r"f" x\n)'])('%j', (text) => {
    const names = readShell(text).invocations.map(({ words }) => words.map(show).join(' '));
    expect(names).toContain('rm -rf x');
  });
});

it('a redirection stays as well', () => {
  const { invocations, redirections, doubts } = readShell('echo x > .env; { a; } > b )');
  expect(doubts).not.toEqual([]);
  const all = [...redirections, ...invocations.flatMap((invocation) => invocation.redirections)];
  expect(all.map(({ target }) => (target.kind === 'literal' ? target.text : '?')).toSorted()).toEqual([
    '.env',
    'b',
  ]);
});

describe('what is hidden from a glance at the text', () => {
  it.each([
    ["X=ls; read $'\\x58' <<<rm; $X", { words: [{ kind: 'unknown' }] }],
    ["X=ls; printf -v $'\\x58' rm; $X", { words: [{ kind: 'unknown' }] }],
    ["X=ls; eval $'\\x58=rm'; $X", { words: [{ kind: 'unknown' }] }],
    ['X=ls; . ./f; $X', { words: [{ kind: 'unknown' }] }],
    ['X+=ls; $X', { words: [{ kind: 'unknown' }] }],
    [
      "export $'HOM\\x45=/x'; m ~/y",
      { words: [{}, { pieces: [{ other: 'value of $HOME' }, { text: '/y' }] }] },
    ],
    ["export $'CDPAT\\x48=/x'; cd a && m", { directory: { unknown: 'after cd' } }],
    ['f() { a; }; un"set" f; f', { definedHere: 'perhaps' }],
    ['f() { a; }; f', { definedHere: 'surely' }],
    ['f; f() { a; }; f', { definedHere: 'surely' }],
    ['if a; then f() { b; }; fi; f', { definedHere: 'perhaps' }],
  ])('%j', (text, last) => {
    expect(readShell(text).invocations.at(-1)).toMatchObject(last);
  });
});

describe('home and the working directory stay recognisable in a word', () => {
  it.each(['m ~/x', 'm $HOME/x', 'm "${HOME}/x"'])('%j', (text) => {
    expect(piecesOf(text)).toEqual([{ variable: 'HOME' }, { text: '/x' }]);
  });
  it('names PWD', () => {
    expect(piecesOf('m "$PWD"/x')).toEqual([{ variable: 'PWD' }, { text: '/x' }]);
  });
  it('but not when the text sets them', () => {
    expect(piecesOf('HOME=/tmp; m ~/x')).toEqual([{ other: 'value of $HOME' }, { text: '/x' }]);
  });
});
