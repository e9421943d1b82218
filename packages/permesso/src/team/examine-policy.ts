import { layersFrom, type Layered } from '../gate/file-layers.ts';
import { comparePolicies } from '@permesso/engine/internal/decision/compare/compare-policies';
import type { Decision } from '@permesso/engine/internal/decision/decision';
import { createGate } from '../gate/gate.ts';
import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import { compilePolicy } from '@permesso/engine/internal/policy/compile-policy';
import { parsePolicyFile } from '@permesso/engine/internal/policy/file/parse-policy-file';
import { printFileProblem, type FileProblem } from '@permesso/engine/internal/policy/file/file-problem';
import type { PolicyTest } from '@permesso/engine/internal/policy/file/policy-file';
import type { Layer } from '@permesso/engine/internal/policy/layer';
import type { Policy } from '@permesso/engine/internal/policy/policy';
import type { Rule } from '@permesso/engine/internal/policy/rules/rule';
import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import { fixedWorld } from '@permesso/engine/internal/world/fixed-world';
import type { World } from '@permesso/engine/internal/world/world';

/**
 * What is known about a policy's text before anybody decides with it.
 *
 * @example
 * ```ts
 * import { examinePolicy, type Examined } from 'permesso/team-server';
 * const mayPublish = ({ objection }: Examined): boolean => objection === undefined;
 * console.log(mayPublish(examinePolicy('allow: [Read]')));
 * ```
 */
export interface Examined {
  /** Errors and warnings, each with its place. */
  readonly problems: readonly string[];
  readonly tests: readonly TestOutcome[];
  /** Why it must not be published; nothing when it may. */
  readonly objection?: string;
  /** Absent where it cannot be compiled. */
  readonly policy?: Policy;
}

export interface TestOutcome {
  readonly call: string;
  readonly line: number;
  readonly expected: Verdict;
  readonly found: Verdict;
}

export interface PolicyChange {
  readonly direction: 'looser' | 'stricter' | 'both' | 'none';
  readonly text: string;
}

const file = 'team policy';
const baselineName = 'baseline of the organisation';

/** What counts beside a project's policy. */
export interface Beside {
  /** The text of the organisation's baseline that is in force. One that cannot be read is nothing that could be decided by. */
  readonly baseline?: string | undefined;
}

/** A machine that exists nowhere: the tests of a team's policy must not depend on the server's. */
function nowhere(): World {
  return fixedWorld({ cwd: '/home/dev/project', now: Date.now() });
}

/**
 * Reads and compiles a policy as the team layer that it would become; nothing where it has errors. Never throws.
 *
 * @example
 * ```ts
 * import { readTeamPolicy } from 'permesso/team-server';
 * const { policy, problems } = readTeamPolicy('allow: [Read]');
 * console.log(policy === undefined ? problems : policy.rules.length);
 * ```
 */
export function readTeamPolicy(
  text: string,
  { baseline }: Beside = {},
): Pick<Examined, 'problems' | 'policy'> {
  const read = teamLayers(text, file);
  const below = baseline === undefined ? { layers: [], problems: [] } : teamLayers(baseline, baselineName);
  const found = [...below.problems.filter(isError), ...read.problems];
  const problems = found.map(printFileProblem);
  if (found.some(isError)) return { problems };
  return { problems, policy: compilePolicy([...below.layers, ...read.layers], { world: nowhere() }) };
}

function isError({ severity }: FileProblem): boolean {
  return severity === 'error';
}

/**
 * What stands in a team's policy, before it is compiled; nothing of one with errors.
 *
 * @example
 * ```ts
 * import { teamPolicyLayers } from 'permesso/team-server';
 * for (const { layer, deny } of teamPolicyLayers('deny: ["Read(.env)"]')) console.log(layer, deny);
 * ```
 */
export function teamPolicyLayers(text: string, at: string = file): readonly Layer[] {
  const { layers, problems } = teamLayers(text, at);
  return problems.some(isError) ? [] : layers;
}

/**
 * A team's policy as `readTeamPolicy` reads it, with its tests run, under the organisation's baseline where there is one.
 *
 * @example
 * ```ts
 * import { examinePolicy } from 'permesso/team-server';
 * const { objection, problems } = examinePolicy('deny: ["Bash(rm:*)"]');
 * if (objection !== undefined) console.error(objection, problems);
 * ```
 */
export function examinePolicy(text: string, beside: Beside = {}): Examined {
  const { problems, policy } = readTeamPolicy(text, beside);
  if (policy === undefined) return { problems, tests: [], objection: 'it has errors' };
  const world = nowhere();
  const tests = parsePolicyFile(text, { file }).tests.map((each) => outcome(each, policy, world));
  const objection = policyObjection(teamRules(text, file).length, tests);
  return { problems, tests, policy, ...(objection === undefined ? {} : { objection }) };
}

function teamLayers(text: string, at: string): Layered {
  const trust = { file: '', projects: [] };
  return layersFrom({ layer: 'team', file: at, root: '/', text }, { trust, home: '/home/dev' });
}

/** What a team's policy says about a decision that fails. */
export function teamFailure(text: string): Layered['failure'] {
  return teamLayers(text, file).failure;
}

/** The rules of a team's policy, as a machine knows them where the policy lies in this file; none of a broken one. */
export function teamRules(text: string, at: string): readonly Rule[] {
  return compilePolicy(teamPolicyLayers(text, at)).rules;
}

function policyObjection(rules: number, tests: readonly TestOutcome[]): string | undefined {
  // A policy without rules would take away every deny that the last one had.
  if (rules === 0) return 'it has no rules';
  if (tests.length === 0) return 'it has no tests';
  const failed = tests.filter(({ expected, found }) => expected !== found);
  return failed.length === 0 ? undefined : `${failed.length} of ${tests.length} tests fail`;
}

function outcome({ call, expect, mode, line }: PolicyTest, policy: Policy, world: World): TestOutcome {
  const gate = createGate({ policy, world: () => world, ...(mode === undefined ? {} : { mode }) });
  const { tool, input, cwd } = call;
  const { verdict } = gate.decide({ tool, input, cwd: cwd ?? world.cwd });
  return { call: call.text, line, expected: expect, found: verdict };
}

/**
 * What becomes looser or stricter, looser first.
 *
 * @example
 * ```ts
 * import { compilePolicy } from 'permesso';
 * import { policyChanges } from 'permesso/team-server';
 * const changes = policyChanges(compilePolicy([{ deny: ['WebFetch'] }]), compilePolicy([{}]));
 * for (const { direction, text } of changes) console.log(direction, text);
 * ```
 */
export function policyChanges(before: Policy, after: Policy): readonly PolicyChange[] {
  return comparePolicies(before, after, { world: nowhere() }).changes.map(({ direction, text }) => ({
    direction,
    text,
  }));
}

/**
 * The verdict of a team's policy about a call, as far as it can be told without the agent's machine.
 *
 * @example
 * ```ts
 * import { compilePolicy } from 'permesso';
 * import { decideAnywhere } from 'permesso/team-server';
 * const policy = compilePolicy([{ deny: ['Bash(rm:*)'] }]);
 * console.log(decideAnywhere(policy, { tool: 'Bash', input: { command: 'rm -r build' } }).verdict);
 * ```
 */
export function decideAnywhere(policy: Policy, call: ToolCall): Decision {
  const world = fixedWorld({ cwd: call.cwd ?? '/home/dev/project', now: Date.now() });
  return createGate({ policy, world: () => world }).decide(call);
}
