import { definedFields } from '../../call/defined-fields.ts';
import type { ToolCall } from '../../call/tool-call.ts';
import { hiddenKey } from '../../policy/hidden-tool.ts';
import { modes, type Mode } from '../../policy/mode-name.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Rule } from '../../policy/rules/rule.ts';
import type { World } from '../../world/world.ts';
import type { Verdicts } from '../judge.ts';
import type { PolicyDifference, Example } from './change.ts';
import { enforcedPolicy, runsUnlisted } from '../observe.ts';
import { evaluatePolicy } from './evaluate-policy.ts';
import { compareModes, compareVerdicts, type ModeBehaviour } from './mode-change.ts';
import { plainProbes, probesFor } from './probe-calls.ts';
import { ruleChanges, sideOf } from './rule-changes.ts';

export interface CompareOptions {
  readonly world: World;
  /** The mode for both policies; defaults to each policy's own. */
  readonly mode?: Mode;
  /** Further calls to try, each in its own world where one is given. */
  readonly calls?: readonly { readonly call: ToolCall; readonly world?: World }[];
}

export interface Comparison {
  /** Looser changes first. */
  readonly changes: readonly PolicyDifference[];
  /** How many calls were tried, and how many of them got another verdict. */
  readonly tried: number;
  readonly looser: number;
  readonly stricter: number;
}

const mostExamples = 3;

/**
 * Lists what becomes looser or stricter from one policy to another. Every difference that could loosen anything is listed
 * unless it is proven that it cannot. Calls made from the rules of both policies show the effect.
 */
export function comparePolicies(earlier: Policy, later: Policy, options: CompareOptions): Comparison {
  const [before, after] = [enforcedAs(earlier), enforcedAs(later)];
  const { world, mode } = options;
  const changes = changesBetween(before, after, options);
  const drafts = changes.map((change): DraftedChange => ({ change, examples: [] }));
  const draftsOf = draftFinder(drafts);
  const unexplained: Example[] = [];
  const counted = { tried: 0, looser: 0, stricter: 0 };
  const rules = [...changes.flatMap(({ rule }) => rule ?? []), ...before.rules, ...after.rules];
  for (const tried of callsFor(rules, { ...options, against: before.rules.length + after.rules.length })) {
    const about = { world: tried.world ?? world, ...definedFields({ mode }) };
    const was = evaluatePolicy(before, tried.call, about);
    const is = evaluatePolicy(after, tried.call, about);
    counted.tried += 1;
    const compared = compareVerdicts(was.verdict, is.verdict);
    if (compared === 'same') continue;
    counted[compared] += 1;
    const example: Example = { call: tried.call, before: was.verdict, after: is.verdict };
    const possible = draftsOf(was, is).filter(({ change }) => isPossible(change, compared));
    // A changed rule that matches the call explains more than a policy-wide change.
    const byRules = possible.filter(({ change }) => change.what === 'rule');
    const speaking = byRules.length > 0 ? byRules : possible;
    for (const { examples } of speaking) if (examples.length < mostExamples) examples.push(example);
    if (speaking.length === 0 && unexplained.length < mostExamples) unexplained.push(example);
  }
  return { changes: sorted([...drafts.map(withExamples), ...other(unexplained)]), ...counted };
}

/** Observed rules stop nothing, so a rule that is no longer enforced counts as removed. */
function enforcedAs(policy: Policy): Policy {
  const left = enforcedPolicy(policy);
  return runsUnlisted(left) ? { ...left, mode: 'bypass' } : left;
}

/** The differences alone, without trying calls. */
export function changesBetween(
  earlier: Policy,
  later: Policy,
  options: CompareOptions,
): readonly PolicyDifference[] {
  const [before, after] = [enforcedAs(earlier), enforcedAs(later)];
  const was = mannerOf(before, options);
  const is = mannerOf(after, options);
  const { now } = options.world;
  return [
    ...ruleChanges(sideOf(before, was, now), sideOf(after, is, now)),
    ...wholeChanges(before, after, [was, is]),
  ];
}

interface DraftedChange {
  readonly change: PolicyDifference;
  readonly examples: Example[];
}

function withExamples({ change, examples }: DraftedChange): PolicyDifference {
  return { ...change, examples };
}

function isPossible({ direction }: PolicyDifference, compared: 'looser' | 'stricter'): boolean {
  return direction === 'both' || direction === compared;
}

/** Whether a change concerns a call: its rule matched, or the change affects all calls. */
export function mentions(change: PolicyDifference, was: Verdicts, is: Verdicts): boolean {
  const key = changeKey(change);
  return key === undefined ? isAboutAll(change) : matchedKeys(was, is).has(key);
}

/** `mentions` for many changes, indexed by the rules that matched. */
function draftFinder(
  drafts: readonly DraftedChange[],
): (was: Verdicts, is: Verdicts) => readonly DraftedChange[] {
  const byKey = Map.groupBy(drafts, ({ change }) => changeKey(change));
  const aboutAll = (byKey.get(undefined) ?? []).filter(({ change }) => isAboutAll(change));
  return (was, is) => [...aboutAll, ...[...matchedKeys(was, is)].flatMap((key) => byKey.get(key) ?? [])];
}

function changeKey({ what, rule }: PolicyDifference): string | undefined {
  return what === 'visibility' ? hiddenKey : what === 'rule' ? rule?.key : undefined;
}

function isAboutAll({ what }: PolicyDifference): boolean {
  return what !== 'failure' && what !== 'offline' && what !== 'host-modes';
}

function matchedKeys(...both: readonly Verdicts[]): ReadonlySet<string> {
  return new Set(
    both.flatMap(({ judgements }) =>
      judgements.flatMap(({ matched }) => matched.contributions.map(({ rule }) => rule.key)),
    ),
  );
}

function other(examples: readonly Example[]): readonly PolicyDifference[] {
  if (examples.length === 0) return [];
  return [
    { what: 'other', action: 'changed', direction: 'both', text: 'several changes together', examples },
  ];
}

const order = { looser: 0, both: 1, stricter: 2, none: 3 } as const;

function sorted(changes: readonly PolicyDifference[]): readonly PolicyDifference[] {
  return changes.toSorted((a, b) => order[a.direction] - order[b.direction]);
}

const anyCall: ToolCall = { tool: 'any', input: {} };

/** The effective mode, after the restrictions of a managed policy. */
function mannerOf(policy: Policy, { world, mode }: CompareOptions): ModeBehaviour {
  const { used } = evaluatePolicy(policy, anyCall, { world, ...definedFields({ mode }) }).mode;
  return { mode: used, unlisted: policy.unlisted };
}

/**
 * Changed rules come first, each with its simplest call; a long policy is not tried completely. The tried calls only illustrate
 * the changes and check their proofs: every change is found without them.
 */
function* callsFor(
  rules: readonly Rule[],
  { world, calls = [], against }: CompareOptions & { readonly against: number },
): Generator<{ readonly call: ToolCall; readonly world?: World }> {
  const distinct = [...new Map(rules.map((rule) => [rule.key, rule])).values()].slice(0, mostProbed);
  const most = Math.floor(mostChecks / Math.max(1, against));
  const each = Math.max(1, Math.floor(most / Math.max(1, distinct.length)));
  for (const rule of distinct.slice(0, most))
    for (const call of probesFor(rule, world).slice(0, each)) yield { call };
  for (const call of plainProbes(world)) yield { call };
  yield* calls;
}

const mostProbed = 400;
/** Calls times rules, because a call with unknown parts is compared with every rule. */
const mostChecks = 100_000;

/** A sandbox lets some calls run that were asked about and asks about others, so neither direction is proven. */
function sandboxChange({ sandbox: was }: Policy, { sandbox: is }: Policy): readonly PolicyDifference[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const said = ({ use, hosts, modes: named }: Policy['sandbox']): string =>
    [use, ...hosts.map(({ host }) => host), ...named].join(' ');
  return [
    {
      what: 'sandbox',
      action: 'changed',
      direction: 'both',
      text: `sandbox ${said(was)} -> ${said(is)}`,
      examples: [],
    },
  ];
}

/** Each listed mode loosens the policy while the agent program is in it. */
function hostModesChange(
  { hostModes: was = [] }: Policy,
  { hostModes: is = [] }: Policy,
): readonly PolicyDifference[] {
  if (was.join() === is.join()) return [];
  const said = (listed: readonly string[]): string => listed.join(', ') || 'none';
  return [
    {
      what: 'host-modes',
      action: 'changed',
      direction: is.length > was.length ? 'looser' : 'stricter',
      text: `modes of the agent program that count: ${said(was)} -> ${said(is)}`,
      examples: [],
    },
  ];
}

function keepChange({ keep: was }: Policy, { keep: is }: Policy): readonly PolicyDifference[] {
  const [before, after] = [was, is].map((keep) =>
    keep === undefined ? 'off' : `${keep.days} days, ${keep.most} bytes`,
  );
  if (before === after) return [];
  return [
    {
      what: 'keep',
      action: 'changed',
      direction: (is?.most ?? 0) > (was?.most ?? 0) ? 'looser' : 'stricter',
      text: `keep ${before} -> ${after}`,
      examples: [],
    },
  ];
}

/** Differences that affect all calls at once. */
function wholeChanges(
  before: Policy,
  after: Policy,
  [was, is]: readonly [ModeBehaviour, ModeBehaviour],
): readonly PolicyDifference[] {
  const changes: PolicyDifference[] = [
    ...sandboxChange(before, after),
    ...hostModesChange(before, after),
    ...keepChange(before, after),
  ];
  const add = (
    change: Omit<PolicyDifference, 'action' | 'examples'> & Partial<Pick<PolicyDifference, 'action'>>,
  ): void => {
    changes.push({ action: 'changed', examples: [], ...change });
  };
  if (was.mode !== is.mode)
    add({ what: 'mode', text: `mode ${was.mode} -> ${is.mode}`, direction: directionOf(was, is) });
  if (was.unlisted !== is.unlisted)
    add({
      what: 'unlisted',
      text: `unlisted ${was.unlisted} -> ${is.unlisted}`,
      direction: is.unlisted === 'deny' ? 'stricter' : 'looser',
    });
  if (before.offline !== after.offline)
    add({
      what: 'offline',
      text: `offline ${before.offline} -> ${after.offline}`,
      direction: after.offline === 'deny' ? 'stricter' : 'looser',
    });
  const [old, now] = [before.restrictions.modes ?? modes, after.restrictions.modes ?? modes];
  if (old.join() !== now.join())
    add({
      what: 'modes',
      text: `modes that may be used: ${old.join(', ')} -> ${now.join(', ')}`,
      direction: 'both',
    });
  if (before.restrictions.onlyManagedAllow !== after.restrictions.onlyManagedAllow)
    add({
      what: 'managed-only',
      text: after.restrictions.onlyManagedAllow
        ? 'only managed allow rules count'
        : 'allow rules and earlier answers count that are not managed',
      direction: after.restrictions.onlyManagedAllow ? 'stricter' : 'looser',
    });
  // Edits in a working directory pass more easily, but removing it is asked about, so either change goes both ways.
  for (const directory of difference(after.workingDirectories, before.workingDirectories))
    add({
      what: 'working-directory',
      action: 'added',
      text: `working directory ${directory}`,
      direction: 'both',
    });
  for (const directory of difference(before.workingDirectories, after.workingDirectories))
    add({
      what: 'working-directory',
      action: 'removed',
      text: `working directory ${directory}`,
      direction: 'both',
    });
  const shown = [before, after].map(({ visibility }) =>
    JSON.stringify(visibility.map(({ visible, hidden }) => [visible, hidden])),
  );
  if (shown[0] !== shown[1])
    add({ what: 'visibility', text: 'the tools that the model is shown', direction: 'both' });
  return changes;
}

function directionOf(was: ModeBehaviour, is: ModeBehaviour): PolicyDifference['direction'] {
  const { looser, stricter } = compareModes(was, is);
  return looser ? (stricter ? 'both' : 'looser') : stricter ? 'stricter' : 'none';
}

function difference(of: readonly string[], without: readonly string[]): readonly string[] {
  return [...new Set(of)].filter((each) => !without.includes(each));
}
