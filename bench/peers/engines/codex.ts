import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Unlabelled } from '../../../packages/permesso/src/cli/commands/conformance.ts';
import type { Verdict } from '@permesso/engine/policy';
import { lower } from './codex-lowering.ts';
import { commandOf, installed, perRules, wordsOfRule } from './given.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'peers-codex-'));
const [program] = globSync('node_modules/@openai/codex-*/vendor/*/{bin,codex}/codex', {
  cwd: installed('codex'),
});
if (program === undefined) throw new Error('this Codex has no program for this machine');
let files = 0;

const decisions = { allow: 'allow', ask: 'prompt', deny: 'forbidden' } as const;

const fileFor = perRules(({ rules }) => {
  const file = join(folder, `${files++}.rules`);
  const lines = (['allow', 'ask', 'deny'] as const).flatMap((verdict) =>
    rules[verdict].flatMap((rule) => {
      const words = wordsOfRule(rule);
      return words.length === 0
        ? []
        : [`prefix_rule(pattern = ${JSON.stringify(words)}, decision = "${decisions[verdict]}")\n`];
    }),
  );
  writeFileSync(file, lines.join(''));
  return file;
});

/** What is not a rule there: the whole shell is a setting (`approval_policy`, `sandbox_mode`). */
function unnamed({ rules }: Unlabelled): Verdict {
  const isWhole = (rule: string): boolean => wordsOfRule(rule).length === 0;
  if (rules.deny.some(isWhole)) return 'deny';
  return rules.allow.some(isWhole) && !rules.ask.some(isWhole) ? 'allow' : 'ask';
}

const answered = new Map<string, Promise<string | undefined>>();

async function check(file: string, words: readonly string[]): Promise<string | undefined> {
  const { stdout } = await run(
    join(installed('codex'), program ?? ''),
    ['execpolicy', 'check', '--rules', file, '--', ...words],
    { env: { HOME: folder, PATH: '/usr/bin:/bin' } },
  );
  return (JSON.parse(stdout) as { readonly decision?: string }).decision;
}

const strictness: readonly Verdict[] = ['allow', 'ask', 'deny'];

export async function decide(given: Unlabelled): Promise<Verdict> {
  const file = await fileFor(given);
  const verdicts = await Promise.all(
    lower(commandOf(given)).map(async (words): Promise<Verdict> => {
      const key = JSON.stringify([file, words]);
      const asked = answered.get(key) ?? check(file, words);
      answered.set(key, asked);
      const decision = await asked;
      if (decision === undefined) return unnamed(given);
      return decision === 'allow' ? 'allow' : decision === 'forbidden' ? 'deny' : 'ask';
    }),
  );
  return verdicts.toSorted((a, b) => strictness.indexOf(b) - strictness.indexOf(a))[0] ?? 'ask';
}
