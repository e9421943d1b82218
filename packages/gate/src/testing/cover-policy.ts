import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision } from '@permesso/engine/decision';
import type { Gate, PolicyInput } from '../gate/gate.ts';
import { compilePolicy, type Policy, type Rule } from '@permesso/engine/policy';
import { makeFolder } from '../disk/make-folder.ts';
import { coverageFolder, type CoverageLine } from './coverage.ts';

/**
 * The same gate, which notes the rules that spoke about a call, allowed or not. The reporter puts together what all
 * tests have noted.
 *
 * @example
 * ```ts
 * import { createGate, type Layer } from '@permesso/gate';
 * import { coverPolicy, expectDecision } from '@permesso/gate/testing';
 * const policy: Layer = { deny: ['Bash(rm:*)'] };
 * const gate = coverPolicy(createGate({ policy }), policy);
 * expectDecision(gate, { tool: 'Bash', input: { command: 'rm -r build' } }).toBe('deny');
 * ```
 */
export function coverPolicy(gate: Gate, policy: PolicyInput): Gate {
  const note = noteIn(process.env[coverageFolder]);
  for (const rule of allRules(policy)) note({ rule: ruleLabel({ ...rule, ...rule.origin }), hit: false });
  const count = <T extends { readonly decision: Decision }>(said: T): T => {
    for (const { contributions } of said.decision.receipt.parts)
      for (const { rule } of contributions)
        if (rule.grant === undefined) note({ rule: ruleLabel(rule), hit: true });
    return said;
  };
  return {
    ...gate,
    check: async (call, how) => count({ decision: await gate.check(call, how) }).decision,
    authorize: async (call, how) => count(await gate.authorize(call, how)),
    consult: async (call, how) => count(await gate.consult(call, how)),
    explain: (call) => count(gate.explain(call)),
  };
}

/** Once for each rule and process: a policy is asked thousands of times. */
function noteIn(folder: string | undefined): (line: CoverageLine) => void {
  if (folder === undefined) return () => undefined;
  makeFolder(folder, { mode: 0o777 });
  const file = join(folder, `${process.pid}-${randomUUID()}.jsonl`);
  const noted = new Set<string>();
  return (line) => {
    const text = JSON.stringify(line);
    if (noted.has(text)) return;
    noted.add(text);
    appendFileSync(file, `${text}\n`);
  };
}

function allRules(input: PolicyInput): readonly Rule[] {
  const policy: Policy =
    !Array.isArray(input) && 'index' in input ? input : compilePolicy(Array.isArray(input) ? input : [input]);
  return policy.rules;
}

/** As in a receipt: `deny Bash(rm:*) (project, policy.yaml:7)`. */
function ruleLabel({ verdict, text, layer, file, line }: NamedRule): string {
  const place = file === undefined ? layer : `${layer}, ${file}${line === undefined ? '' : `:${line}`}`;
  return `${verdict} ${text} (${place})`;
}

interface NamedRule {
  readonly verdict: string;
  readonly text: string;
  readonly layer: string;
  readonly file?: string;
  readonly line?: number;
}
