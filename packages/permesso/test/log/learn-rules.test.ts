import { describe, expect, test } from 'vitest';
import { attacksFrom, hostileFiles, hostileFrom } from '../../src/review/log-history.ts';
import { learnRules, newlyAllowed, rememberedCall } from '@permesso/engine/decision';
import { fixedWorld } from '@permesso/engine/world';

const attacks = attacksFrom(hostileFiles([]));

/** What is learnt when a person has approved each of these three times. */
function learntFrom(commands: readonly string[]): readonly string[] {
  const history = commands.map((command) => ({
    item: rememberedCall({ tool: 'Bash', input: { command } }, fixedWorld(), 'default'),
    yes: 3,
    no: 0,
  }));
  return learnRules(history, { layers: [], hostile: attacks, least: 3 })
    .rules.map(({ rule }) => rule)
    .toSorted();
}

describe('what is learnt', () => {
  test.each<[string, readonly string[]]>([
    ['npm run build -- --watch', ['Bash(npm run build -- --watch)']],
    ['python3 tools/report.py --month 11', ['Bash(python3 tools/report.py --month 11)']],
    ['node ./scripts/seed.mjs', ['Bash(node ./scripts/seed.mjs)']],
    ['python -m pytest tests -q', ['Bash(python -m pytest:*)']],
  ])('%s', (command, rules) => {
    expect(learntFrom([command])).toEqual(rules);
  });

  test.each([
    `python3 -c 'import os; os.system("x")'`,
    'python3 -i tools/report.py',
    'python3 -m http.server',
    'python3 /tmp/x.py',
    'python3 ../x.py',
    'python3 a/../../x.py',
    'python3 "$SCRIPT"',
    'python3 x.py > /etc/hosts',
    'python3 tools/report.py --token ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2',
    'sudo python3 tools/report.py',
    'env PYTHONSTARTUP=x python3 tools/report.py',
    'bash -c "$WHAT"',
    'rm -rf build',
    'curl https://a.example',
    'sudo make',
    'find . -name x -exec python3 x.py ;',
  ])('nothing from %s', (command) => {
    expect(learntFrom([command])).toEqual([]);
  });

  test('one command of a script is not another', () => {
    const rules = learntFrom(['python manage.py migrate']);
    expect(rules).toEqual(['Bash(python manage.py migrate:*) [run, serve]']);
    const flush = {
      id: 'flush',
      item: rememberedCall(
        { tool: 'Bash', input: { command: 'python manage.py flush' } },
        fixedWorld(),
        'default',
      ),
      layers: [],
    };
    expect(newlyAllowed([flush], rules)).toEqual([]);
  });
});

test('a rule that lets an attack through is found, however it is tried', () => {
  const all = hostileFrom(hostileFiles([]));
  expect(all.length).toBeGreaterThan(attacks.length);
  expect(attacks.length).toBeGreaterThan(1200);
  for (const rule of ['Bash', 'Bash(git:*)', 'Bash(python3:*)'])
    expect(newlyAllowed(attacks, [rule]).length).toBeGreaterThan(0);
  // Neither alone, both together.
  const both = {
    id: 'both',
    item: rememberedCall({ tool: 'Bash', input: { command: 'make a && make b' } }, fixedWorld(), 'default'),
    layers: [],
  };
  expect(newlyAllowed([both], ['Bash(make a)'])).toEqual([]);
  expect(newlyAllowed([both], ['Bash(make a)', 'Bash(make b)'])).toEqual(['both']);
  expect(newlyAllowed([{ ...both, layers: [{ allow: ['Bash(make a)'] }] }], ['Bash(make b)'])).toEqual([
    'both',
  ]);
});
