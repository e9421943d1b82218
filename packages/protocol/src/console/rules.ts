import type { Decision, Explanation } from '@permesso/engine/decision';
import { shownEffect, verdict } from './inbox.ts';
import {
  count,
  decimal,
  described,
  fields,
  flag,
  list,
  object,
  oneOf,
  text,
  type TypeOf,
} from '../shape/index.ts';

const listedRule = object(
  {
    key: text,
    verdict,
    text,
    layer: text,
    trusted: flag,
    /** Whether it is in a file that this page writes. */
    editable: flag,
    /** Why it does nothing, or less than it seems. */
    findings: list(text),
    hits: count,
  },
  {
    file: text,
    /** The file as a person names it: from the project, or from home. */
    shown: text,
    line: count,
    /** The preset or group that it comes with, where Permesso ships it. */
    from: text,
    /** Why it counts for no call. */
    inert: text,
    expires: decimal,
    why: text,
    /** What it says beyond its text and words, which the page does not edit. */
    limits: text,
    message: text,
    guidance: text,
    lastUsed: text,
    /** Uses of the last 30 days, oldest first. */
    days: list(count),
  },
);

export type ListedRule = TypeOf<typeof listedRule>;

const hiddenTools = object(
  {
    hidden: list(text),
    /** Where there are any, only these are shown. */
    visible: list(text),
    layer: text,
  },
  { file: text },
);

export type HiddenTools = TypeOf<typeof hiddenTools>;

/** Several rules of one file that one rule can replace. */
const ruleMerge = object({
  verdict,
  layer: text,
  rules: list(text),
  into: text,
  /** Whether the one is there already and takes all of them in, so that nothing changes; else it reaches further. */
  isSame: flag,
});

export type RuleMerge = TypeOf<typeof ruleMerge>;

export const ruleList = object(
  { rules: list(listedRule) },
  {
    mode: text,
    /** At a team server: the version in force. */
    version: count,
    /** The version of the organisation's baseline that counts beside it. */
    baseline: count,
    frozen: text,
    /** Why there is no policy at all. */
    broken: text,
    files: list(object({ file: text, layer: text })),
    problems: list(object({ message: text, file: text, line: count })),
    countedCalls: count,
    approvedCalls: count,
    /** Calls of the last 30 days that a preset or group decided. */
    shipped: list(object({ verdict, from: text, hits: count })),
    project: text,
    /** Where agents have worked. */
    projects: list(text),
    tools: list(hiddenTools),
    merges: list(ruleMerge),
  },
);

export type RuleList = TypeOf<typeof ruleList>;

/** What a change of a policy file is undone by; absent where nothing was changed. */
export const ruleChange = object({}, { undo: text });

/** What a rule would have meant for the last calls, with the rest of today's policy. */
export const rulePreview = object(
  {
    /** So many calls were tried. */
    of: count,
    matched: count,
    looser: count,
    stricter: count,
    /** Asked today, and allowed with the rule. */
    prompts: count,
    /** Matches of the last 30 days, oldest first. */
    days: list(count),
    /** Calls that it matches, those that change first. */
    examples: list(
      object({ call: object({ tool: text, input: fields }), before: verdict, after: verdict, times: count }),
    ),
    /** What the linter says about it. */
    findings: list(text),
  },
  {
    /** Trying took too long: older calls were not tried, from this time on back. */
    stoppedAt: text,
  },
);

export type RulePreview = TypeOf<typeof rulePreview>;

/** What would be decided about a call, as the playground draws it. */
export const triedCall = object(
  {
    decision: described<Decision>(),
    considered: described<Explanation['parts']>(),
    mode: text,
    /** The steps of the decision table in their order, with this mode's verdict; `-`: not asked. */
    steps: list(object({ step: text, words: text, verdict: text })),
    modes: list(text),
  },
  { effects: list(shownEffect) },
);

export type TriedCall = TypeOf<typeof triedCall>;

/** A remembered answer beside the rules. */
export const rememberedAnswers = object({
  answers: list(
    object(
      { id: text, verdict: oneOf('allow', 'deny'), scope: text, what: text },
      { hits: count, expires: text, left: count, session: text, project: text, staysBecause: text },
    ),
  ),
});

export type RememberedRow = TypeOf<typeof rememberedAnswers>['answers'][number];

/** Rules that earlier approvals would justify. */
export const learnedRules = object(
  { rules: list(object({ rule: text, saved: count })), prompts: count, left: count, hostile: count },
  { problem: text },
);
