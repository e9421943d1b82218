import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import type { Word } from '../../facts/shell/read/words/word.ts';
import type { Match } from './match.ts';
import { parsePattern } from './parse-pattern.ts';
import { suspectWords } from './suspect-command.ts';

const span = { start: 0, end: 0 };

/** `?` is a word that is not known, `?*` any number of them, `-x=?` one that begins so; `?v` is proven to be a value. */
function words(text: string): readonly Word[] {
  return text.split(' ').map((word): Word => {
    const at = word.indexOf('?');
    if (at === -1) return { kind: 'literal', text: word, span };
    const [starts, mark] = [word.slice(0, at), word.slice(at)];
    const as = mark === '?v' ? { as: 'value' as const } : mark === '?o' ? { as: 'option' as const } : {};
    return { kind: 'unknown', reason: 'value', starts, count: mark === '?*' ? 'any' : 'one', span, ...as };
  });
}

function suspect(rule: string, text: string): Match {
  const pattern = parsePattern(`Bash(${rule})`);
  if (!pattern.ok || pattern.value.about !== 'command')
    throw new Error(`${rule} is not a rule about a command`);
  return suspectWords(pattern.value, words(text));
}

type Row = readonly [rule: string, command: string, match: Match];

describe('a rule that begins with a star is looked for everywhere', () => {
  const rows: readonly Row[] = [
    ['*--no-verify*', 'git commit --no-verify -m x', 'yes'],
    ['*--no-verify*', 'git commit -m x --no-verify', 'yes'],
    ['*--no-verify*', 'git commit --no-verify=1', 'yes'],
    ['*--no-verify*', 'git commit --verify', 'no'],
    ['*--no-verify*', 'git commit ?', 'may'],
    ['*push --force', 'git push --force', 'yes'],
    ['*push --force', 'git push -q', 'no'],
    ['*push --force', 'git-push --force', 'yes'],
    ['git*', 'echo git', 'no'],
  ];
  test.each(rows)('%s and `%s`: %s', (rule, command, match) => {
    expect(suspect(rule, command)).toBe(match);
  });

  test('far behind the first words it may still stand', () => {
    expect(suspect('*--no-verify*', `git ${'a '.repeat(1000)}b`)).toBe('may');
  });
});

describe('an option with its value attached is the option with its value', () => {
  const rows: readonly Row[] = [
    ['psql -h prod:*', 'psql -hprod -c x', 'yes'],
    ['psql -h prod:*', 'psql -h prod -c x', 'yes'],
    ['psql --host prod:*', 'psql --host=prod', 'yes'],
    ['psql -h prod:*', 'psql -hstage', 'no'],
    ['psql -h prod drop:*', 'psql -hprod drop x', 'yes'],
    ['psql -h prod drop:*', 'psql -hprod select', 'no'],
  ];
  test.each(rows)('%s and `%s`: %s', (rule, command, match) => {
    expect(suspect(rule, command)).toBe(match);
  });
});

describe('a value cannot become an option or a sub-command', () => {
  const rows: readonly Row[] = [
    ['git push:*', 'git commit -m ?', 'no'],
    ['git commit --no-verify:*', 'git commit -m ?', 'may'],
    ['git commit --no-verify:*', 'git commit -m ?v', 'no'],
    ['git commit --no-verify:*', 'git commit -m -?v', 'no'],
    ['git commit --no-verify:*', 'git commit --message=?', 'no'],
    ['git commit --no-verify:*', 'git commit -m?o', 'no'],
    ['git commit --no-verify:*', 'git commit -m?', 'may'],
    ['git commit --no-verify:*', 'git commit ?*', 'may'],
    ['git push:*', 'git -C ? commit', 'may'],
    ['git push:*', 'git -C ?v commit', 'no'],
    ['git push:*', 'git -C ?v push', 'may'],
    ['git push:*', 'git -C ?v ?', 'may'],
    // The rule's own word is the value.
    ['psql -h prod:*', 'psql -h ?v', 'may'],
    ['psql -h prod:*', 'psql -h?o', 'may'],
    ['psql --host prod:*', 'psql --host=?', 'may'],
    ['psql -h prod:*', 'psql -c x mydb -h ?v', 'may'],
    ['curl --data=x:*', 'curl --data=?', 'may'],
    ['curl --data=x:*', 'curl --date=?', 'no'],
  ];
  test.each(rows)('%s and `%s`: %s', (rule, command, match) => {
    expect(suspect(rule, command)).toBe(match);
  });
});

describe('no word behind the sub-command takes its place', () => {
  const rows: readonly Row[] = [
    ['gh release create:*', 'gh run view ?*', 'no'],
    ['gh release create:*', 'gh ?* run view', 'may'],
    ['gh release create:*', 'gh -R ?* run', 'may'],
    ['gh release create:*', 'gh release ?*', 'may'],
    ['git push:*', 'git ? push', 'may'],
    ['a b c:*', 'a ?* d', 'may'],
    // An unknown word may be `--`, and what follows it no option.
    ['c -x a', 'c ?* -xa a', 'may'],
    ['psql -h prod:*', 'psql -hprod ?*', 'yes'],
  ];
  test.each(rows)('%s and `%s`: %s', (rule, command, match) => {
    expect(suspect(rule, command)).toBe(match);
  });

  test('what is not known is suspected of everything that it may turn out to be', () => {
    const word = fc.constantFrom('a', 'b', '-x', '-xy', '--long', '--long=a', '--', '-xa');
    const hole = fc.record({ starts: fc.constantFrom('', '-', '-x', '--long=', 'a'), many: fc.boolean() });
    const given = fc.array(fc.oneof(word, hole), { minLength: 1, maxLength: 5 });
    const rule = fc.record({
      words: fc.array(fc.constantFrom('a', 'b', '-x', '-xy', '--long', '--long=a'), {
        minLength: 1,
        maxLength: 3,
      }),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(rule, given, fc.infiniteStream(fc.array(word, { maxLength: 2 })), (wanted, line, fill) => {
        const text = `c ${wanted.words.join(' ')}${wanted.open ? ':*' : ''}`;
        const unknown = line.map((each) =>
          typeof each === 'string' ? each : `${each.starts}?${each.many ? '*' : ''}`,
        );
        const literal = line.flatMap((each) => {
          if (typeof each === 'string') return [each];
          const values: readonly string[] = fill.next().value;
          if (!each.many) return [each.starts + (values[0] ?? '')];
          return values.map((value) => each.starts + value);
        });
        fc.pre(literal.every((each) => each !== ''));
        const sure = suspect(text, ['c', ...literal].join(' '));
        if (sure !== 'no') expect(suspect(text, ['c', ...unknown].join(' '))).not.toBe('no');
      }),
      { numRuns: runs(20_000) },
    );
  });
});
