import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

/** Daily work: reads and local git run, publishing asks, keys are refused. */
const daily: Layer = {
  allow: ['Read', 'Bash(git add:*)', 'Bash(git commit:*)', 'Bash(gh run view:*)', 'Bash(git apply:*)'],
  ask: [
    { rule: 'Bash(git push:*)', message: 'Publishes your work.' },
    'Bash(git clean:*)',
    'Bash(git commit --no-verify:*)',
    'Bash(gh release create:*)',
  ],
  deny: ['Read(~/.ssh/**)'],
};

function verdictOf(command: string, layer: Layer = daily): string {
  const decision = decideCall(
    { tool: 'Bash', input: { command } },
    { policy: compilePolicy([layer]), world: fixedWorld() },
  );
  return decision.verdict;
}

type Row = readonly [command: string, verdict: 'allow' | 'ask' | 'deny'];

const heredoc = '"$(cat <<\'EOF\'\nfix: x\n\nCo-Authored-By: A <a@example.com>\nEOF\n)"';

describe('a quoted value behind an option that takes one is that value', () => {
  test.each<Row>([
    [`git add -A && git commit -m ${heredoc}`, 'allow'],
    [`git commit -am ${heredoc}`, 'allow'],
    [`git commit --message=${heredoc}`, 'allow'],
    [`git commit -m${heredoc}`, 'allow'],
    ['git commit -m "$MSG"', 'allow'],
    ['git commit -m "$(date)" -m "$BODY"', 'allow'],
    // Not in quotes: a blank in the value makes words of it, `x --no-verify`.
    ['git commit -m $MSG', 'ask'],
    ['git commit -m $(cat msg)', 'ask'],
    // `"$@"` is any number of words, in quotes too.
    ['git commit -m "$@"', 'ask'],
    ['git commit -m "${MSG[@]}"', 'ask'],
    // Not behind an option that takes a value.
    ['git commit "$X"', 'ask'],
    ['git commit -a "$X"', 'ask'],
    ['git "$X" -m y', 'ask'],
    // What a new option takes is not known: `--new -m` may be a pair, and "$X" an option.
    ['git commit --new-option -m "$X"', 'ask'],
    ['git commit $FLAGS -m "$X"', 'ask'],
    // An abbreviation may mean another option in another version.
    ['git commit --mess "$X"', 'ask'],
    // What stands in the substitution is judged for itself.
    ['git commit -m "$(git push)"', 'ask'],
    ['git commit -m "$(cat ~/.ssh/id_rsa)"', 'deny'],
    [`git commit --no-verify -m ${heredoc}`, 'ask'],
    [`git commit -n -m ${heredoc}`, 'ask'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });

  test('the value may still be what a rule names', () => {
    const layer: Layer = { allow: ['Bash(psql:*)'], deny: ['Bash(psql -h prod:*)'] };
    expect(verdictOf('psql -h "$H" -c "select 1"', layer)).toBe('ask');
    expect(verdictOf('psql -h"$H" -c "select 1"', layer)).toBe('ask');
  });
});

describe('no word behind the sub-command takes its place', () => {
  test.each<Row>([
    ['git apply --check /tmp/patches/0001-*.patch', 'allow'],
    ['git add src/*.ts && git commit -m x', 'allow'],
    ['gh $X run view', 'ask'],
    ['git $X', 'ask'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });
});

describe('advice', () => {
  const advised = (command: string): { message: string; changes: readonly string[] } => {
    const { message, receipt } = decideCall(
      { tool: 'Bash', input: { command } },
      { policy: compilePolicy([daily]), world: fixedWorld() },
    );
    return { message, changes: receipt.changes };
  };

  test('never proposes to weaken a rule that only may match, and says nothing of it as if it were so', () => {
    for (const command of ['git $X', 'cat "$F"', 'git commit $X', '$CMD']) {
      const { message, changes } = advised(command);
      expect([command, changes.filter((change) => /narrow|change or remove/u.test(change))]).toEqual([
        command,
        [],
      ]);
      expect(message).not.toContain('Publishes your work');
    }
  });

  test('names the rule that does match', () => {
    expect(advised('git push')).toMatchObject({
      message:
        'Asking: `git push` sends commits to the remote of this branch, where others see them. Publishes your work. Bash(git push:*) asks about it.',
      changes: ['approve it', 'change or remove Bash(git push:*)'],
    });
  });
});

// No shell is named: `-p` is an option of every `time`, and zsh, which knows none, finds nothing to run.
describe('what is timed in any shell is judged as without', () => {
  test.each<Row>([
    ['time -p git log', 'allow'],
    ['time -p git add -A', 'allow'],
    ['time -p git push', 'ask'],
    ['time -f x git log', 'ask'],
  ])('%s: %s', (command, verdict) => expect(verdictOf(command)).toBe(verdict));
});
