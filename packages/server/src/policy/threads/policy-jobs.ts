import {
  decideAnywhere,
  examineVersion,
  explainCall,
  listedRules,
  loosenedBy,
  matchingCalls,
  readFor,
  readTeamPolicy,
  teamOffers,
  teamPolicyLayers,
  writtenFor,
} from 'permesso/team-server';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { Mode } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import type { LogEntry } from '@permesso/protocol/entry';
import type { RuleList } from '@permesso/protocol/console';

type Policy = NonNullable<ReturnType<typeof readTeamPolicy>['policy']>;

/** A project's policy and its organisation's baseline. */
export interface PolicyPair {
  /** Null if the project has none: then only the baseline applies. */
  readonly text: string | null;
  readonly baseline: string | null;
}

/** A policy's decision on a call, as far as the server needs it. */
export interface DecidedCall {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The texts of all rules that ask, even if a safety check asked first: the approval would cover all of them. */
  readonly asking: readonly string[];
}

interface CallToTry extends PolicyPair {
  readonly call: ToolCall & { readonly cwd: string };
  readonly mode?: Mode;
  readonly frozen?: string;
}

/**
 * All of the server's work on policy texts. Texts are untrusted, and a hostile one takes minutes, so this runs in a
 * thread with a deadline, and no other part of the server parses a policy.
 */
export const policyJobs = {
  examine: ({
    text,
    baseline,
    before,
  }: PolicyPair & { readonly text: string; readonly before: string | null }) =>
    examineVersion(text, { baseline: baseline ?? undefined, before: before ?? undefined }),

  loosened: ({ before, after }: { readonly before: string | null; readonly after: string }) =>
    loosenedBy(before ?? undefined, after),

  /** Undefined if the policy cannot be parsed. */
  decide: ({ calls, ...pair }: PolicyPair & { readonly calls: readonly ToolCall[] }) => {
    const policy = compiled(pair);
    return policy === undefined ? null : calls.map((call) => decided(policy, call));
  },

  offers: ({ text, baseline, call }: PolicyPair & { readonly call: ToolCall }) =>
    teamOffers(text ?? '', call, { baseline: baseline ?? undefined }),

  list: (pair: PolicyPair): Pick<RuleList, 'mode' | 'rules'> => {
    const policy = compiled(pair) ?? emptyPolicy();
    return { mode: policy.mode ?? 'default', rules: listedRules(policy) };
  },

  explain: ({ text, baseline, call, mode, frozen }: CallToTry) => {
    const { policy, problems } = readPair({ text, baseline });
    if (policy === undefined) return { problem: problems[0] ?? 'the policy has errors' };
    return explainCall(call, {
      policy,
      world: fixedWorld({ cwd: call.cwd, now: Date.now() }),
      ...definedFields({ mode, frozen }),
    });
  },

  matching: ({ rules, lines }: { readonly rules: readonly string[]; readonly lines: readonly string[] }) =>
    matchingCalls(
      rules,
      lines.map((line) => JSON.parse(line) as LogEntry),
    ),

  write: ({ format, text }: { readonly format: string; readonly text: string }) =>
    writtenFor(format, teamPolicyLayers(text)),

  read: ({ format, text }: { readonly format: string; readonly text: string }) =>
    readFor(format, text, { layer: 'team' }),
};

export type PolicyJobs = typeof policyJobs;
export type PolicyJobName = keyof PolicyJobs;
export type PolicyJobInput<N extends PolicyJobName> = Parameters<PolicyJobs[N]>[0];
export type PolicyJobResult<N extends PolicyJobName> = ReturnType<PolicyJobs[N]>;

function decided(policy: Policy, call: ToolCall): DecidedCall {
  const { verdict, receipt } = decideAnywhere(policy, call);
  const received = receipt.parts
    .flatMap(({ contributions }) => contributions)
    .filter(({ rule, inert }) => rule.verdict === 'ask' && inert === undefined)
    .map(({ rule }) => rule);
  return { verdict, asking: [...new Set([...receipt.determining, ...received].map(({ text }) => text))] };
}

type ReadPair = ReturnType<typeof readTeamPolicy>;

/** Maximum total characters of texts kept compiled. Agents ask much more often than authors publish. */
const mostKept = 2_000_000;
const kept = new Map<string, ReadPair>();
let keptLength = 0;

function readPair({ text, baseline }: PolicyPair): ReadPair {
  const name = JSON.stringify([text, baseline]);
  const known = kept.get(name);
  if (known !== undefined) return known;
  const found =
    text === null && baseline === null
      ? { problems: [], policy: emptyPolicy() }
      : readTeamPolicy(text ?? '', { baseline: baseline ?? undefined });
  if (keptLength + name.length > mostKept) {
    kept.clear();
    keptLength = 0;
  }
  kept.set(name, found);
  keptLength += name.length;
  return found;
}

function compiled(pair: PolicyPair): Policy | undefined {
  return readPair(pair).policy;
}

/** What agents decide by if nothing was published. */
function emptyPolicy(): Policy {
  const { policy } = readTeamPolicy('mode: default\n');
  if (policy === undefined) throw new Error('an empty policy cannot be read');
  return policy;
}
