import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { fixedWorld } from '@permesso/engine/world';
import { weekOf, weekScreen, type WeekReport } from './week.ts';

const directory = mkdtempSync(join(tmpdir(), 'permesso-week-'));
afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));

const day = 24 * 60 * 60_000;

test('the log of a week, the week before it, and the rule that would end the questions', async () => {
  const log = fileLog({ directory });
  const gate = createGate({
    policy: { allow: ['Read'], deny: ['Bash(sudo:*)'] },
    world: () => fixedWorld(),
    log,
    approver: async () => ({ verdict: 'allow' }),
  });
  const commands = [...Array<string>(4).fill('docker build -t shop .'), 'npm publish', 'sudo ls', 'ls'];
  for (const command of commands) await gate.authorize({ tool: 'Bash', input: { command } });
  log.close();
  const week = (days: number): WeekReport =>
    weekOf({ log: directory, now: Date.now() + days * day, layers: [], least: 3 });
  expect(week(0)).toMatchObject({
    verdicts: { allow: 1, ask: 5, deny: 1 },
    rules: [{ rule: 'Bash(docker build -t shop .)', saved: 4 }],
  });
  expect(week(0)).not.toHaveProperty('askedBefore');
  expect(week(8)).toEqual({ verdicts: { allow: 0, ask: 0, deny: 0 }, rules: [] });
  expect(week(15)).toMatchObject({ askedBefore: 0 });
});

const rule = (text: string, saved: number) => ({ rule: text, saved, because: 'you approved it each time' });

test.each<[Partial<WeekReport>, readonly string[]]>([
  [
    {
      verdicts: { allow: 1160, ask: 41, deny: 3 },
      askedBefore: 53,
      rules: [rule('Bash(npm run lint:*)', 6), rule('Bash(make a)', 3)],
    },
    [
      'In the last 7 days you were asked 41 times, 12 fewer than in the 7 days before.',
      '  quiet   ██████████████████████████████████████████░░    1,160   96.3 %',
      '  asked   █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░       41    3.4 %',
      '  denied  █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░        3    0.2 %',
      '',
      'Two rules would end 9 of them',
      '      -6  Bash(npm run lint:*)  (you approved it each time)',
      '      -3  Bash(make a)  (you approved it each time)',
      '',
      "Add one: permesso allow 'Bash(npm run lint:*)'",
    ],
  ],
  [
    { verdicts: { allow: 0, ask: 1, deny: 0 }, askedBefore: 1 },
    [
      'In the last 7 days you were asked once, as often as in the 7 days before.',
      '  quiet   ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░        0    0.0 %',
      '  asked   ████████████████████████████████████████████        1  100.0 %',
      '  denied  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░        0    0.0 %',
      '',
      'No rule would have ended enough of these questions.',
    ],
  ],
  [
    { verdicts: { allow: 0, ask: 3, deny: 0 }, rules: [rule("Bash(sh -c 'x'; id)", 3)] },
    expect.arrayContaining([String.raw`Add one: permesso allow 'Bash(sh -c '\''x'\''; id)'`]),
  ],
])('a week on the screen: %#', (report, lines) => {
  const whole = { verdicts: { allow: 0, ask: 0, deny: 0 }, rules: [], ...report } as WeekReport;
  expect(weekScreen(whole, 80).split('\n')).toEqual(lines);
});
