import { describe, expect, test } from 'vitest';
import type { Word } from '../facts/shell/word.ts';
import type { Match } from './match.ts';
import { parsePattern } from './parse-pattern.ts';
import { suspectWords } from './suspect-command.ts';

const span = { start: 0, end: 0 };

/** `?` is a word that is not known, `?*` any number of them. */
function words(text: string): readonly Word[] {
  return text.split(' ').map((word): Word => {
    if (!word.startsWith('?')) return { kind: 'literal', text: word, span };
    return { kind: 'unknown', reason: 'value', starts: '', count: word === '?*' ? 'any' : 'one', span };
  });
}

function suspect(rule: string, text: string): Match {
  const pattern = parsePattern(`Bash(${rule})`);
  if (!pattern.ok || pattern.value.about !== 'command') throw new Error(`${rule} is no rule about a command`);
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
