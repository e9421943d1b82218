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
    /** Whether its file is one that this page edits. */
    editable: flag,
    /** Why it has no effect, or less than it seems. */
    findings: list(text),
    hits: count,
  },
  {
    file: text,
    /** The file path for people: relative to the project or home. */
    shown: text,
    line: count,
    /** The shipped preset or group that it comes from. */
    from: text,
    /** Why it never counts. */
    inert: text,
    expires: decimal,
    why: text,
    /** Its fields beyond text and messages, which the page does not edit. */
    limits: text,
    message: text,
    guidance: text,
    lastUsed: text,
    /** Uses in the last 30 days, oldest first. */
    days: list(count),
  },
);

export type ListedRule = TypeOf<typeof listedRule>;

const hiddenTools = object(
  {
    hidden: list(text),
    /** If not empty, only these are shown. */
    visible: list(text),
    layer: text,
  },
  { file: text },
);

export type HiddenTools = TypeOf<typeof hiddenTools>;

/** Several rules of one file that a single rule can replace. */
const ruleMerge = object({
  verdict,
  layer: text,
  rules: list(text),
  into: text,
  /** Whether the single rule already exists and covers all of them, so that nothing changes; otherwise it reaches further. */
  isSame: flag,
});

export type RuleMerge = TypeOf<typeof ruleMerge>;

export const ruleList = object(
  { rules: list(listedRule) },
  {
    mode: text,
    /** On a team server: the active version. */
    version: count,
    /** The version of the organisation's baseline that also applies. */
    baseline: count,
    frozen: text,
    /** Why the policy could not be loaded. */
    broken: text,
    files: list(object({ file: text, layer: text })),
    problems: list(object({ message: text, file: text, line: count })),
    countedCalls: count,
    approvedCalls: count,
    /** Calls of the last 30 days that a preset or group decided. */
    shipped: list(object({ verdict, from: text, hits: count })),
    project: text,
    /** The projects in which agents have worked. */
    projects: list(text),
    tools: list(hiddenTools),
    merges: list(ruleMerge),
  },
);

export type RuleList = TypeOf<typeof ruleList>;

/** What undoes a change of a policy file; absent if nothing changed. */
export const ruleChange = object({}, { undo: text });

/** The effect that a rule would have had on the latest calls, together with the rest of today's policy. */
export const rulePreview = object(
  {
    /** The number of calls tried. */
    of: count,
    matched: count,
    looser: count,
    stricter: count,
    /** Asked about today, allowed with the rule. */
    prompts: count,
    /** Matches of the last 30 days, oldest first. */
    days: list(count),
    /** Calls that it matches, changed ones first. */
    examples: list(
      object({ call: object({ tool: text, input: fields }), before: verdict, after: verdict, times: count }),
    ),
    /** The linter's findings. */
    findings: list(text),
  },
  {
    /** Evaluation took too long: calls older than this were not tried. */
    stoppedAt: text,
  },
);

export type RulePreview = TypeOf<typeof rulePreview>;

/** The decision about a call, as the playground shows it. */
export const triedCall = object(
  {
    decision: described<Decision>(),
    considered: described<Explanation['parts']>(),
    mode: text,
    /** The steps of the mode table in order, with this mode's verdict; `-`: skipped. */
    steps: list(object({ step: text, words: text, verdict: text })),
    modes: list(text),
  },
  { effects: list(shownEffect) },
);

export type TriedCall = TypeOf<typeof triedCall>;

/** Remembered approvals, in addition to rules. */
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
