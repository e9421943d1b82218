import { existsSync } from 'node:fs';
import { commandIndex } from '@permesso/engine/facts';
import { lossesOfLine } from './losses-of-line.ts';

/** Shapes of a call by which a program that changes files is made to do so. */
const shapes = ['{} a', '{} -f a b', '{} -r sub', '{} a b', '{} a c.txt out', '{} -i a'];

/** Options and forms that no shape has: each with what is lost of a tree. */
const written = [
  'rm a',
  'rm -rf sub',
  'rm -rf sub out a b',
  'rm -f ./*.txt',
  'rm -rf sub/*',
  'rm -r -- -rf sub',
  'rm sub/a sub/b; rm -rf out',
  'cd sub && rm -rf ./*',
  '(cd sub && rm -f a); rm -f b',
  'rmdir out',
  'unlink a',
  'mv a b',
  'mv sub out/',
  'mv -f a b c.txt out',
  'mv out sub moved; true',
  'cp a b',
  'cp -f a out/a',
  'cp -r sub out',
  'cp -a sub/. out/',
  'install -m 600 a b',
  'ln -sf a b',
  'ln -f a b',
  'echo x > a',
  'echo x >> a',
  ': > a; : > b',
  'cat a > b',
  'tee a < b',
  'echo y | tee -a a b',
  'dd if=a of=b',
  'truncate -s 0 a',
  'truncate -s 3 a b c.txt',
  "sed -i 's/0/1/g' a",
  "sed -i 's/0/1/g' a b c.txt",
  'sed -i.bak s/1/2/ a',
  "perl -pi -e 's/0/9/' a",
  'shred a',
  'shred -u a',
  'sort -o a b',
  'gzip -f a',
  'gzip -rf sub',
  'bzip2 -f a',
  'xz -f a',
  'split -b 10 a x',
  'touch a',
  'touch -d 2001-01-01 a sub/b',
  'chmod 400 a',
  'if true; then rm -f a; fi',
  'for f in a b; do rm -f "$f"; done',
  'true && rm -rf sub || true',
  'rm -rf missing a',
  'rm -f */a',
  'rm -rf ./*/b sub/*/a',
  "find sub -name 'a*' -delete",
  "find . -name '*.txt' -exec rm -f {} +",
  "find . '(' -iname 'NOTES.*' -o -name q ')' -print0 | xargs -0 rm -rf",
  'touch sub/new; echo x > out/a; rm -rf sub out',
];

export const gitLines: readonly string[] = [
  'git reset --hard',
  'git reset --hard topic',
  'git reset --hard HEAD',
  'git checkout -- .',
  'git checkout .',
  'git checkout -f topic',
  'git switch -f topic',
  'git switch --discard-changes topic',
  'git restore .',
  'git restore --staged --worktree .',
  'git restore --source=topic .',
  'git clean -fd',
  'git clean -fdx',
  'git clean -fdX',
  'git reset --hard && git clean -fdx',
  'git stash drop',
  "git stash drop 'stash@{1}'",
  'git stash clear',
  'git branch -D topic',
  'git branch -f topic main',
  'git branch -M topic other',
  'git tag -d v1',
  'git tag -f v1 main',
  'git checkout -B topic',
  'git gc -q --prune=now',
  'git prune',
  'git reflog expire --expire=now --all',
  'git branch -D topic; git tag -d v1; git gc -q --prune=now',
  'git stash clear && git reflog expire --expire=now --all && git gc -q --prune=now',
  'git reset -q --hard topic && git reflog expire --expire=now --all && git prune',
  'git rm -rf sub',
  'git rm -f a',
  'git mv -f a b',
];

const places = ['/usr/bin', '/bin'];

/** For every program of the model that is on this machine: the shapes of which the model says that they lose a file. */
export function losingLines(): readonly string[] {
  const names = [...commandIndex().keys()].filter(
    (name) =>
      /^[\w.+-]+$/u.test(name) && name !== 'git' && places.some((place) => existsSync(`${place}/${name}`)),
  );
  const made = names.flatMap((name) =>
    shapes.map((shape) => shape.replace('{}', name)).filter((line) => lossesOfLine(line).length > 0),
  );
  return [...new Set([...written, ...made])];
}
