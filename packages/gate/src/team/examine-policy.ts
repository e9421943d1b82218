import { layersFrom, type Layered } from '../gate/file-layers.ts';
import { comparePolicies, type Decision } from '@permesso/engine/decision';
import { createGate } from '../gate/gate.ts';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import { compilePolicy, type Layer, type Policy, type Rule, type Verdict } from '@permesso/engine/policy';
import { type FileProblem, type PolicyTest, printFileProblem } from '@permesso/engine/text';
import { fixedWorld, type World } from '@permesso/engine/world';

/** What is known about a policy's text before it is used. */
export interface Examined {
  /** Errors and warnings, each with its location. */
  readonly problems: readonly string[];
  readonly tests: readonly TestOutcome[];
  /** Why it must not be published; absent if it may be. */
  readonly objection?: string;
  /** Absent if it cannot be compiled. */
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

/** What applies besides a project's policy. */
export interface Beside {
  /** The text of the organization's active baseline. With an unreadable one, nothing could be decided. */
  readonly baseline?: string | undefined;
}

/** A fictitious machine: the tests of a team's policy must not depend on the server's. */
function nowhere(): World {
  return fixedWorld({ cwd: '/home/dev/project', now: Date.now() });
}

/**
 * Reads and compiles a policy as the team layer that it would become; undefined if it has errors. Never throws.
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
  return compiledUnder(teamLayers(text, file), { baseline });
}

/** The same for a text that has been parsed. */
export function compiledUnder(
  read: Layered,
  { baseline }: Beside = {},
): Pick<Examined, 'problems' | 'policy'> {
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
 * The content of a team's policy before compilation; undefined if it has errors.
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
 * A team's policy as `readTeamPolicy` reads it, with its tests run, under the organization's baseline if there is
 * one.
 */
export function examinePolicy(text: string, beside: Beside = {}): Examined {
  return examineLayers(teamLayers(text), beside);
}

/** The same for a text that has been parsed. */
export function examineLayers(read: Layered, beside: Beside): Examined {
  const { problems, policy } = compiledUnder(read, beside);
  if (policy === undefined) return { problems, tests: [], objection: 'it has errors' };
  const world = nowhere();
  const tests = (read.file?.content.tests ?? []).map((each) => outcome(each, policy, world));
  const own = beside.baseline === undefined ? policy : compilePolicy(read.layers);
  const objection = policyObjection(own.rules.length, tests);
  return { problems, tests, policy, ...definedFields({ objection }) };
}

/** A team's policy as layers, with its problems. */
export function teamLayers(text: string, at: string = file): Layered {
  const trust = { file: '', projects: [] };
  return layersFrom({ layer: 'team', file: at, root: '/', text }, { trust, home: '/home/dev' });
}

/** The rules of a team's policy, with keys as on a machine that has the policy in this file; none if it is broken. */
export function teamRules(text: string, at: string): readonly Rule[] {
  return compilePolicy(teamPolicyLayers(text, at)).rules;
}

function policyObjection(rules: number, tests: readonly TestOutcome[]): string | undefined {
  // A policy without rules would remove every deny of the previous one.
  if (rules === 0) return 'it has no rules';
  if (tests.length === 0) return 'it has no tests';
  const failed = tests.filter(({ expected, found }) => expected !== found);
  return failed.length === 0 ? undefined : `${failed.length} of ${tests.length} tests fail`;
}

function outcome({ call, expect, mode, line }: PolicyTest, policy: Policy, world: World): TestOutcome {
  const gate = createGate({ policy, world: () => world, ...definedFields({ mode }) });
  const { tool, input, cwd } = call;
  const { verdict } = gate.explain({ tool, input, cwd: cwd ?? world.cwd }).decision;
  return { call: call.text, line, expected: expect, found: verdict };
}

/** What becomes looser or stricter, looser first. */
export function policyChanges(before: Policy, after: Policy): readonly PolicyChange[] {
  return comparePolicies(before, after, { world: nowhere() }).changes.map(({ direction, text }) => ({
    direction,
    text,
  }));
}

/**
 * The verdict of a team's policy about a call, as far as it can be known without the agent's machine.
 *
 * @example
 * ```ts
 * import { compilePolicy } from '@permesso/gate/rules';
 * import { decideAnywhere } from 'permesso/team-server';
 * const policy = compilePolicy([{ deny: ['Bash(rm:*)'] }]);
 * console.log(decideAnywhere(policy, { tool: 'Bash', input: { command: 'rm -r build' } }).verdict);
 * ```
 */
export function decideAnywhere(policy: Policy, call: ToolCall): Decision {
  const world = fixedWorld({ cwd: call.cwd ?? '/home/dev/project', now: Date.now() });
  return createGate({ policy, world: () => world }).explain(call).decision;
}
