import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Unlabelled } from '../../../packages/permesso/src/cli/commands/conformance.ts';
import type { Verdict } from '@permesso/engine/policy';
import { commandOf, installed, perRules, wordsOfRule } from './given.ts';

interface PolicyEngine {
  check(
    call: { name: string; args: Record<string, unknown> },
    server: undefined,
  ): Promise<{ readonly decision: string }>;
}

const core = `${installed('gemini-cli')}/node_modules/@google/gemini-cli-core/dist/src`;
const { PolicyEngine } = (await import(`${core}/policy/policy-engine.js`)) as {
  PolicyEngine: new (config: object) => PolicyEngine;
};
const { createPolicyEngineConfig, DEFAULT_CORE_POLICIES_DIR } = (await import(
  `${core}/policy/config.js`
)) as {
  createPolicyEngineConfig: (settings: object, mode: string, defaults: string) => Promise<object>;
  DEFAULT_CORE_POLICIES_DIR: string;
};
const { NoopSandboxManager } = (await import(`${core}/services/sandboxManager.js`)) as {
  NoopSandboxManager: new (options: object) => object;
};

const folder = mkdtempSync(join(tmpdir(), 'peers-gemini-'));
let files = 0;

const engineFor = perRules(async ({ rules, cwd }) => {
  const file = join(folder, `${files++}.toml`);
  writeFileSync(file, toml(rules));
  const config = await createPolicyEngineConfig(
    { policyPaths: [file] },
    'default',
    DEFAULT_CORE_POLICIES_DIR,
  );
  return new PolicyEngine({
    ...config,
    approvalMode: 'default',
    sandboxManager: new NoopSandboxManager({ workspace: cwd }),
    isTrustedFolder: () => true,
  });
});

const verdictsThere: ReadonlyMap<string, Verdict> = new Map([
  ['allow', 'allow'],
  ['ask_user', 'ask'],
  ['deny', 'deny'],
]);

export async function decide(given: Unlabelled): Promise<Verdict> {
  const engine = await engineFor(given);
  const { decision } = await engine.check(
    { name: 'run_shell_command', args: { command: commandOf(given) } },
    undefined,
  );
  const verdict = verdictsThere.get(decision);
  if (verdict === undefined) throw new TypeError(`answered ${decision}`);
  return verdict;
}

function toml({ allow, ask, deny }: Unlabelled['rules']): string {
  const list = [
    ...deny.map((rule) => table(rule, { decision: 'deny', priority: 300 })),
    ...ask.map((rule) => table(rule, { decision: 'ask_user', priority: 200 })),
    ...allow.map((rule) => table(rule, { decision: 'allow', priority: 100 })),
  ];
  return list.join('\n');
}

function table(rule: string, { decision, priority }: { decision: string; priority: number }): string {
  const words = wordsOfRule(rule);
  return [
    '[[rule]]',
    'toolName = "run_shell_command"',
    // Who allows the whole shell allows redirections too.
    words.length > 0
      ? `commandPrefix = ${JSON.stringify(words.join(' '))}`
      : decision === 'allow'
        ? 'allowRedirection = true'
        : '',
    `decision = "${decision}"`,
    `priority = ${priority}`,
    '',
  ].join('\n');
}
