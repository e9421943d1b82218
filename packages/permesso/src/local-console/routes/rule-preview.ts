import { setImmediate } from 'node:timers/promises';
import { compilePolicy, type Layer, lintPolicy, PolicyError, type Verdict } from '@permesso/engine/policy';
import { definedFields, messageOf } from '@permesso/engine/call';
import { modeTable } from '@permesso/engine/decision';
import type { RulePreview } from '@permesso/protocol/console';
import type { DecisionEntry, LogEntry, RecordedCall } from '@permesso/protocol/entry';
import { createGate, type Gate, loadPolicy } from '@permesso/gate/gate';
import type { PlaceOptions } from '@permesso/gate/disk';
import { Refused } from '../route.ts';
import { shownCallWorld } from './shown-call-world.ts';

export interface RulePreviewOptions extends PlaceOptions {
  readonly cwd: string;
  /** A time limit for trying, in milliseconds. */
  readonly longestMs?: number;
}

export interface PreviewedRule {
  readonly verdict: Verdict;
  readonly rule: string;
}

/** How many past calls a rule is tried on. */
const mostCalls = 2000;
/** Approval requests must not wait for a longer slice. */
const sliceMs = 20;
const examplesShown = 8;
const days = 30;
const dayMs = 86_400_000;

interface Tried {
  readonly call: RecordedCall;
  readonly before: Verdict;
  readonly after: Verdict;
  times: number;
}

/** A rule's effect on the last calls, with the rest of the current policy, and the linter's findings about it. */
export async function previewRule(
  { verdict, rule }: PreviewedRule,
  entries: Iterable<LogEntry>,
  options: RulePreviewOptions,
): Promise<RulePreview> {
  const matcher = createGate({ policy: alone({ verdict, rule }), world: shownCallWorld });
  const layer: Layer = { layer: 'flags', [verdict]: [rule], root: options.cwd };
  const gates = { matcher, before: gateWith([], options), after: gateWith([layer], options) };
  const tried = new Map<string, Tried | undefined>();
  const perDay = Array.from({ length: days }, () => 0);
  const today = Math.floor(Date.now() / dayMs);
  const { longestMs = 800 } = options;
  const until = performance.now() + longestMs;
  let slice = performance.now() + sliceMs;
  let of = 0;
  let stoppedAt: string | undefined;
  for (const entry of entries) {
    if (of >= mostCalls) break;
    if (of > 0 && performance.now() > until) {
      stoppedAt = entry.at;
      break;
    }
    if (performance.now() > slice) {
      await setImmediate();
      slice = performance.now() + sliceMs;
    }
    if (!isWhole(entry)) continue;
    of += 1;
    const key = JSON.stringify([entry.call.tool, entry.call.input, entry.call.cwd]);
    if (!tried.has(key)) tried.set(key, tryCall(entry.call, gates));
    const found = tried.get(key);
    if (found === undefined) continue;
    found.times += 1;
    const at = days - 1 - (today - Math.floor(Date.parse(entry.at) / dayMs));
    if (at >= 0 && at < days) perDay[at] = (perDay[at] ?? 0) + 1;
  }
  return {
    of,
    days: perDay,
    findings: findingsOf({ verdict, rule }, [layer], options),
    ...previewFigures(tried),
    ...definedFields({ stoppedAt }),
  };
}

function isWhole(entry: LogEntry): entry is DecisionEntry {
  return entry.type === 'decision' && entry.redacted === undefined && entry.cut !== true;
}

interface Gates {
  readonly matcher: Gate;
  readonly before: Gate;
  readonly after: Gate;
}

function tryCall(call: RecordedCall, { matcher, before, after }: Gates): Tried | undefined {
  const { receipt } = matcher.explain(call).decision;
  if (!receipt.parts.some(({ contributions }) => contributions.length > 0)) return undefined;
  return {
    call,
    before: before.explain(call).decision.verdict,
    after: after.explain(call).decision.verdict,
    times: 0,
  };
}

const strictness: readonly Verdict[] = ['allow', 'ask', 'deny'];

function previewFigures(
  tried: ReadonlyMap<string, Tried | undefined>,
): Pick<RulePreview, 'matched' | 'looser' | 'stricter' | 'prompts' | 'examples'> {
  const all = [...tried.values()].filter((each) => each !== undefined);
  const sum = (test: (each: Tried) => boolean): number =>
    all.filter(test).reduce((total, { times }) => total + times, 0);
  const rank = (verdict: Verdict): number => strictness.indexOf(verdict);
  // The same command in several places is one example; readers need the differences.
  const alike = new Map<string, Tried>();
  for (const each of all) {
    const key = JSON.stringify([each.call.tool, each.call.input, each.before, each.after]);
    alike.set(key, { ...each, times: each.times + (alike.get(key)?.times ?? 0) });
  }
  const shown = [...alike.values()].toSorted(
    (a, b) => Number(b.before !== b.after) - Number(a.before !== a.after) || b.times - a.times,
  );
  return {
    matched: sum(() => true),
    looser: sum(({ before, after }) => rank(after) < rank(before)),
    stricter: sum(({ before, after }) => rank(after) > rank(before)),
    prompts: sum(({ before, after }) => before === 'ask' && after === 'allow'),
    examples: shown.slice(0, examplesShown).map(({ call: { tool, input }, before, after, times }) => ({
      call: { tool, input },
      before,
      after,
      times,
    })),
  };
}

function alone({ verdict, rule }: PreviewedRule): ReturnType<typeof compilePolicy> {
  try {
    const policy = compilePolicy([{ [verdict]: [rule] }]);
    const [problem] = policy.problems;
    if (problem !== undefined) throw new Refused(problem.message);
    return policy;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(messageOf(error));
  }
}

function gateWith(layers: readonly Layer[], options: RulePreviewOptions): Gate {
  try {
    return createGate({ policy: loadPolicy({ ...options, layers }).policy, world: shownCallWorld });
  } catch (error) {
    throw error instanceof PolicyError ? new Refused(error.message) : error;
  }
}

function findingsOf(
  { verdict, rule }: PreviewedRule,
  layers: readonly Layer[],
  options: RulePreviewOptions,
): readonly string[] {
  const { policy } = loadPolicy({ ...options, layers });
  return lintPolicy(policy, { now: Date.now(), usesAllowRules: (mode) => modeTable[mode].allowRule !== '-' })
    .filter(
      (finding) =>
        finding.rule?.text === rule &&
        finding.rule.verdict === verdict &&
        finding.rule.origin.layer === 'flags',
    )
    .map(({ message }) => message);
}
