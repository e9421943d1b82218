import { describe, expect, test } from 'vitest';
import { commandOf, wordsOf } from '../../../test/part-of.ts';
import type { Match } from './match.ts';
import { coversCommand, touchesCommand } from './match-command.ts';
import { parsePattern } from './parse-pattern.ts';
import type { CommandRule } from './pattern.ts';

function rule(text: string): CommandRule {
  const pattern = parsePattern(text);
  if (!pattern.ok || pattern.value.about !== 'command') throw new Error(`${text} is not about a command`);
  return pattern.value;
}

describe('an allow covers the words it spells, in order', () => {
  test.each<[string, string, boolean]>([
    ['Bash(git status)', 'git status', true],
    ['Bash(git status)', 'git status -s', false],
    ['Bash(git status)', 'git', false],
    ['Bash(git status)', 'Git status', false],
    ['Bash(git status)', '/usr/bin/git status', false],
    ['Bash(git push:*)', 'git push', true],
    ['Bash(git push:*)', 'git push origin main', true],
    ['Bash(git push:*)', 'git push $X', true],
    ['Bash(git push:*)', 'git pushy', false],
    ['Bash(git push:*)', 'git -q push', false],
    ['Bash(git push:*)', 'git', false],
    ['Bash(git push *)', 'git push', true],
    ['shell(git)', 'git', true],
    ['shell(git)', 'git log', true],
    ['Bash(git)', 'git log', false],
    ['Bash(npm run build-*)', 'npm run build-all', true],
    ['Bash(npm run build-*)', 'npm run build-', true],
    ['Bash(npm run build-*)', 'npm run build', false],
    ['Bash(npm run build-*)', 'npm run build-a b', false],
    ['Bash(npm run *-prod-*)', 'npm run a-prod-b', true],
    ['Bash(npm run *-prod-*)', 'npm run -prod', false],
    ['Bash(npm run a*a)', 'npm run a', false],
    ['Bash(npm run a*a)', 'npm run aa', true],
    ['Bash(npm run a*b*c)', 'npm run axbxc', true],
    ['Bash(npm run a*b*c)', 'npm run axcxb', false],
    ['Bash(npm run ab*bc)', 'npm run abc', false],
    ['Bash(npm * --silent)', 'npm test --silent', true],
    ['Bash(npm * --silent)', 'npm run a b --silent', true],
    ['Bash(npm * --silent)', 'npm --silent', false],
    ['Bash(npm * --silent)', 'npm test --silent x', false],
    ['Bash(npm * a * b)', 'npm 1 a a 2 b', true],
    ['Bash(* --version)', 'node --version', true],
    ['Bash(* --version)', '$X --version', true],
    ['Bash(git $X)', 'git $X', false],
    ['Bash(git log)', 'git "$X"', false],
    ['Bash(git *g)', 'git "$X"', false],
    ["Bash(echo '')", 'echo', false],
  ])('%s on %s: %s', (text, command, covered) => {
    expect(coversCommand(rule(text), commandOf(command))).toBe(covered);
  });

  test('options that were set aside may stand between, unless something else turned up', () => {
    const subject = { ...commandOf('npm --silent test x'), straight: wordsOf('npm test x --silent') };
    expect(coversCommand(rule('Bash(npm test:*)'), subject)).toBe(true);
    expect(coversCommand(rule('Bash(npm test x)'), subject)).toBe(false);
    const escalations = [{ at: 3, why: 'x' }];
    expect(coversCommand(rule('Bash(npm test:*)'), { ...subject, escalations })).toBe(false);
  });

  test('a rule may spell the command behind any of its carriers', () => {
    const carriedBy = {
      words: wordsOf('npx -y tsc'),
      at: 2,
      straight: { words: wordsOf('npx tsc -y'), at: 1 },
      outer: [{ words: wordsOf('timeout 9 npx -y tsc'), at: 4 }],
    };
    const subject = { ...commandOf('tsc'), carriedBy };
    const covered = ['Bash(npx tsc:*)', 'Bash(npx -y tsc)', 'Bash(timeout 9 npx -y tsc)', 'Bash(npx:*)'];
    expect(covered.map((text) => coversCommand(rule(text), subject))).toEqual([true, true, true, false]);
    expect(coversCommand(rule('Bash(timeout 9 npx:*)'), subject)).toBe(false);
  });

  test('text that could not be read is never covered', () => {
    expect(coversCommand(rule('Bash(git:*)'), commandOf(''))).toBe(false);
  });

  test('an alias never helps an allow', () => {
    const subject = commandOf('git -C x push', { aliases: [wordsOf('git push')] });
    expect(coversCommand(rule('Bash(git push:*)'), subject)).toBe(false);
  });

  test('words that change what the command is must be spelled by the rule itself', () => {
    const find = commandOf('find . -delete', { escalations: [{ at: 2, why: 'deletes' }] });
    expect(coversCommand(rule('Bash(find:*)'), find)).toBe(false);
    expect(coversCommand(rule('Bash(find . *)'), find)).toBe(false);
    expect(coversCommand(rule('Bash(find * -delete)'), find)).toBe(false);
    expect(coversCommand(rule('Bash(find . -del*)'), find)).toBe(false);
    expect(coversCommand(rule('Bash(find . -delete)'), find)).toBe(true);
    expect(coversCommand(rule('Bash(find . -delete:*)'), find)).toBe(true);
  });

  test('what stands before the command (-1) cannot be spelled', () => {
    const subject = commandOf('make', { escalations: [{ at: -1, why: 'LD_PRELOAD is set' }] });
    expect(coversCommand(rule('Bash(make:*)'), subject)).toBe(false);
    const carried = commandOf('tsc', {
      escalations: [{ at: -1, why: 'LD_PRELOAD is set' }],
      carriedBy: { words: wordsOf('npx tsc'), at: 1 },
    });
    expect(coversCommand(rule('Bash(npx tsc:*)'), carried)).toBe(false);
  });

  test('each of several escalations counts', () => {
    const subject = commandOf('git -c a log -c b', {
      escalations: [
        { at: 1, why: 'x' },
        { at: 4, why: 'y' },
      ],
    });
    expect(coversCommand(rule('Bash(git -c a log:*)'), subject)).toBe(false);
    expect(coversCommand(rule('Bash(git -c a log -c:*)'), subject)).toBe(true);
  });
});

describe('what a carrier runs is covered by a rule that spells it', () => {
  const carried = commandOf('tsc -p .', { carriedBy: { words: wordsOf('npx tsc -p .'), at: 1 } });
  test.each([
    ['Bash(npx tsc:*)', true],
    ['Bash(npx tsc -p .)', true],
    ['Bash(tsc:*)', true],
    ['Bash(npx:*)', false],
    ['Bash(npx *)', false],
    ['Bash(npx t*:*)', false],
    ['Bash(* tsc:*)', false],
    ['Bash(npx eslint:*)', false],
    ['Bash(npx tsc)', false],
  ])('%s: %s', (text, covered) => {
    expect(coversCommand(rule(text), carried)).toBe(covered);
  });

  test('escalations are counted from where the carried command begins', () => {
    const subject = commandOf('git -c x', {
      escalations: [{ at: 1, why: 'sets configuration' }],
      carriedBy: { words: wordsOf('timeout 5 git -c x'), at: 2 },
    });
    expect(coversCommand(rule('Bash(timeout 5 git:*)'), subject)).toBe(false);
    expect(coversCommand(rule('Bash(timeout 5 git -c:*)'), subject)).toBe(true);
  });
});

describe('a deny or ask touches every spelling that may mean its command', () => {
  test.each<[string, string, Match]>([
    // the words themselves
    ['Bash(git push:*)', 'git push origin', 'yes'],
    ['Bash(git push:*)', 'git pull', 'no'],
    ['Bash(git push:*)', 'gut push', 'no'],
    ['Bash(git push:*)', 'git', 'no'],
    // options before, between and behind
    ['Bash(git push:*)', 'git -q push', 'yes'],
    ['Bash(git push:*)', 'git --no-pager push', 'yes'],
    ['Bash(kubectl delete:*)', 'kubectl -n prod delete pod x', 'may'],
    ['Bash(kubectl delete:*)', 'kubectl -n prod get delete', 'no'],
    ['Bash(kubectl delete:*)', 'kubectl --namespace=prod delete pod x', 'yes'],
    ['Bash(git push origin:*)', 'git push --repo x origin', 'may'],
    ['Bash(git push origin:*)', 'git push origin -q', 'yes'],
    ['Bash(git push origin:*)', 'git push upstream', 'no'],
    // options of the rule in any order, bundled, with values
    ['Bash(rm -rf:*)', 'rm -rf /', 'yes'],
    ['Bash(rm -rf:*)', 'rm -fr /', 'yes'],
    ['Bash(rm -rf:*)', 'rm -r -f /', 'yes'],
    ['Bash(rm -rf:*)', 'rm / -vfr', 'yes'],
    ['Bash(rm -rf:*)', 'rm -r /', 'no'],
    ['Bash(rm -rf:*)', 'rm -r --ff x', 'may'],
    ['Bash(rm -rf:*)', 'rm -r $X', 'may'],
    ['Bash(rm -rf:*)', 'rm -r "$X"', 'may'],
    ['Bash(rm -rf:*)', 'rm -r "x$X"', 'no'],
    ['Bash(rm -rf:*)', 'rm -r "-$X"', 'may'],
    ['Bash(rm -rf:*)', 'rm -r -- -f', 'no'],
    ['Bash(rm -rf:*)', 'rm -r -- "$X"', 'no'],
    ['Bash(git -C:*)', 'git -C/tmp log', 'yes'],
    ['Bash(git push --force:*)', 'git push origin --force', 'yes'],
    ['Bash(git push --force:*)', 'git push --force=x', 'yes'],
    ['Bash(git push --force:*)', 'git push --forc origin', 'may'],
    ['Bash(git push --force:*)', 'git push --force-with-lease', 'no'],
    ['Bash(git push --force:*)', 'git push --', 'no'],
    ['Bash(git push --force:*)', 'git push origin', 'no'],
    ['Bash(git push --force:*)', 'git push $X', 'may'],
    ['Bash(sort --output=x:*)', 'sort --output=x', 'yes'],
    ['Bash(sort --output=x:*)', 'sort --output x', 'may'],
    ['Bash(sort --output=x:*)', 'sort --out=x', 'may'],
    ['Bash(sort --output=*)', 'sort -u --output=y', 'yes'],
    ['Bash(sort --output=*)', 'sort -u --out=y', 'may'],
    ['Bash(sort --output=*)', 'sort y', 'no'],
    ['Bash(sort --output=*)', 'sort $X', 'may'],
    ['Bash(terraform apply -auto-approve:*)', 'terraform apply --auto-approve', 'may'],
    ['Bash(terraform apply --auto-approve:*)', 'terraform apply -auto-approve', 'may'],
    // `--` in the rule
    ['Bash(git checkout -- *)', 'git checkout -- a', 'yes'],
    ['Bash(git checkout -- *)', 'git checkout -q -- a', 'yes'],
    ['Bash(git checkout -- *)', 'git checkout main', 'no'],
    ['Bash(git checkout -- *)', 'git checkout $X', 'may'],
    ['Bash(rm -- -x)', 'rm -v -- -x', 'yes'],
    ['Bash(rm -- -x)', 'rm -x --', 'no'],
    // a lone dash is an operand
    ['Bash(cat -)', 'cat -', 'yes'],
    ['Bash(cat -)', 'cat -n -', 'yes'],
    ['Bash(cat -)', 'cat x', 'no'],
    // wildcards
    ['Bash(npm run build-*:*)', 'npm run --silent build-x', 'yes'],
    ['Bash(npm run build-*:*)', 'npm -s run build-x', 'yes'],
    ['Bash(npm run build-*:*)', 'npm -s run test', 'no'],
    ['Bash(* --force)', 'git --force', 'yes'],
    ['Bash(g* push:*)', 'git push', 'yes'],
    // unknown words
    ['Bash(git push:*)', '$X push', 'may'],
    ['Bash(git push:*)', '$X', 'may'],
    ['Bash(git push:*)', '"$X"', 'no'],
    ['Bash(git push:*)', '$X git push', 'may'],
    ['Bash(git push:*)', 'g$X', 'may'],
    ['Bash(git push:*)', './$X git', 'no'],
    ['Bash(rm -rf /)', '$X', 'may'],
    ['Bash(git push:*)', '"$X" push', 'may'],
    ['Bash(git push:*)', '"g$X" push', 'may'],
    ['Bash(git push:*)', '"n$X" push', 'no'],
    ['Bash(g* push:*)', '"gi$X" push', 'may'],
    ['Bash(g* push:*)', '"h$X" push', 'no'],
    ['Bash(git push:*)', 'git $X', 'may'],
    ['Bash(git push:*)', 'git $X push', 'may'],
    ['Bash(git push:*)', 'git "p$X"', 'may'],
    ['Bash(git push:*)', 'git "l$X"', 'no'],
    // a closed rule names the whole command; options do not make it another one, operands do
    ['Bash(npm test)', 'npm test', 'yes'],
    ['Bash(npm test)', 'npm test -s', 'yes'],
    ['Bash(npm test)', 'npm test unit', 'no'],
    ['Bash(npm test)', 'npm test $X', 'may'],
    ['Bash(npm test)', 'npm test "$X"', 'may'],
    ['Bash(npm test)', 'npm test "x$X"', 'no'],
    ['Bash(npm test)', 'npm test unit $X', 'no'],
    ['Bash(npm test)', 'npm $X test', 'may'],
    ['Bash(npm test)', 'npm', 'no'],
    ['Bash(ls)', 'ls', 'yes'],
    ['Bash(ls)', 'ls -l', 'yes'],
    ['Bash(ls)', 'ls a', 'no'],
    ['Bash(ls)', 'ls $X', 'may'],
  ])('%s on %s: %s', (text, command, match) => {
    expect(touchesCommand(rule(text), commandOf(command))).toBe(match);
  });

  test('text that could not be read may be any command', () => {
    expect(touchesCommand(rule('Bash(git push:*)'), commandOf(''))).toBe('may');
  });

  test('the strongest of the spellings counts', () => {
    const subject = commandOf('/bin/rm $X', { aliases: [wordsOf('ls'), wordsOf('rm $X')] });
    expect(touchesCommand(rule('Bash(rm:*)'), subject)).toBe('yes');
    expect(touchesCommand(rule('Bash(rm -f:*)'), subject)).toBe('may');
    expect(touchesCommand(rule('Bash(/bin/rm:*)'), subject)).toBe('yes');
    expect(touchesCommand(rule('Bash(mv:*)'), subject)).toBe('no');
  });

  test('an escalation does not hide a command from a deny', () => {
    const subject = commandOf('find . -delete', { escalations: [{ at: 2, why: 'deletes' }] });
    expect(touchesCommand(rule('Bash(find:*)'), subject)).toBe('yes');
  });

  test('hundreds of stars and thousands of words match no further than they reach', () => {
    const stars = rule(`Bash(x ${'* '.repeat(100)}y)`);
    const long = commandOf(`x ${'a '.repeat(2000)}`);
    expect(touchesCommand(stars, long)).toBe('no');
  });
});
