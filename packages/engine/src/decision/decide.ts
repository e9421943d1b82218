import { definedFields } from '../call/defined-fields.ts';
import { shellProgram } from '../call/shell-name.ts';
import type { Tool } from '../facts/tool.ts';
import { fill } from '../messages/fill.ts';
import { guidanceMessages, verdictMessages } from '../messages/decision.ts';
import type { Mode } from '../policy/mode-name.ts';
import { approversReceipts } from './sentence/approvers-receipt.ts';
import { checkReceipts, checkText } from './checks.ts';
import type { Decision, SandboxObligation } from './decision.ts';
import { limitReceipts } from './limits.ts';
import { sessionReceipt, sessionText } from './sentence/session-receipt.ts';
import { profileDigest } from '../sandbox/digest.ts';
import { isAllowedByRules, isSandboxed, judge, type Verdicts } from './judge.ts';
import { matchingSurely, type Judgement } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PartReceipt, Receipt, RuleReference } from './receipt.ts';
import { suggest } from './suggest.ts';
import { closedHosts, whatWouldChange } from './what-would-change.ts';
import { isKept, reasonFor, sentencesFor } from './receipt-text.ts';
import { toldGravity } from './sentence/effect-sentence.ts';

/** Computes the verdict, the receipt, suggestions, and the messages for the person and the model. */
export function decide(question: DecisionInput, tool: Tool): Decision {
  const verdicts = judge(question);
  const { suggestions, errors } = suggest(question, verdicts, tool);
  const sandbox = obligationOf(question, verdicts);
  const receipt = receiptOf(question, verdicts, { errors, sandbox });
  const { verdict } = verdicts;
  const guidance = guidanceFor(verdicts, receipt);
  const hosts = closedHosts(verdicts.deciding);
  const changes = whatWouldChange(verdicts.deciding, {
    mode: verdicts.mode.used,
    suggestions,
    nobodyToAsk: verdicts.nobodyToAsk,
    question,
    hosts,
  });
  return {
    verdict,
    ...definedFields({ sandbox }),
    ...(verdict === 'allow' && keptIn(verdicts) ? { kept: true } : {}),
    ...(verdict === 'ask' && hosts.length > 0 ? { closedHosts: hosts } : {}),
    receipt: { ...receipt, changes },
    suggestions,
    message: messageFor(verdicts, question, receipt),
    ...definedFields({ guidance }),
  };
}

function obligationOf(question: DecisionInput, verdicts: Verdicts): SandboxObligation | undefined {
  if (verdicts.view === undefined || !isSandboxed(verdicts)) return undefined;
  const { profile } = verdicts.view.derived();
  return {
    profile,
    digest: profileDigest(profile),
    ...(isAllowedByRules(question) ? { isAllowedByRules: true } : {}),
  };
}

function receiptOf(
  question: DecisionInput,
  verdicts: Verdicts,
  {
    errors,
    sandbox,
  }: { readonly errors: readonly string[]; readonly sandbox: SandboxObligation | undefined },
): Receipt {
  const { mode, judgements, deciding, nobodyToAsk } = verdicts;
  const parts = judgements.map((judgement) => partReceipt(judgement, question, mode.used));
  const limits = limitReceipts(question, judgements);
  const checks = checkReceipts(question, parts);
  const session = sessionReceipt(question, deciding);
  const approvers = verdicts.verdict === 'ask' ? approversReceipts(deciding) : [];
  return {
    mode,
    ...(question.facts.kind === 'shell' ? { shell: shellInReceipt(question.call) } : {}),
    parts,
    determining: distinct(deciding.flatMap(({ determining }) => determining)),
    ...(sandbox === undefined ? {} : { sandbox: sandboxNamed(question, sandbox) }),
    ...(limits.length === 0 ? {} : { limits }),
    ...(checks.length === 0 ? {} : { checks }),
    ...(approvers.length === 0 ? {} : { approvers }),
    ...definedFields({ session }),
    ...(nobodyToAsk ? { nobodyToAsk } : {}),
    errors,
    changes: [],
  };
}

function shellInReceipt({ shell }: DecisionInput['call']): string {
  return shell === undefined ? 'unknown' : shellProgram(shell);
}

function sandboxNamed(
  { world }: DecisionInput,
  { digest }: SandboxObligation,
): NonNullable<Receipt['sandbox']> {
  const { engine = '', version = '' } = world.sandbox ?? {};
  return { engine, version, digest };
}

function partReceipt(judgement: Judgement, question: DecisionInput, mode: Mode): PartReceipt {
  const { part, matched, verdict, step, asks, sandboxed } = judgement;
  return {
    label: part.label,
    ...definedFields({ span: part.span }),
    verdict,
    ...definedFields({ sandboxed }),
    step,
    reason: reasonFor(judgement, question, mode),
    contributions: matched.contributions,
    asks,
    doubts: part.doubts,
  };
}

function distinct(rules: readonly RuleReference[]): readonly RuleReference[] {
  return [...new Map(rules.map((rule) => [`${rule.grant ?? ''} ${rule.key}`, rule])).values()];
}

function messageFor(
  { verdict, judgements, deciding, mode, nobodyToAsk }: Verdicts,
  question: DecisionInput,
  { determining, checks = [], session }: Receipt,
): string {
  const wanted = nobodyToAsk ? 'ask' : verdict;
  const of = judgements.filter((judgement) => judgement.verdict === wanted);
  const first =
    wanted === 'allow'
      ? (of.find(({ sandboxed }) => sandboxed === true) ?? of.find(isKept) ?? of[0])
      : gravest(of, question);
  if (first === undefined) return '';
  const ofRule = certain(determining, deciding).find(({ message }) => message !== undefined)?.message;
  const { what, why } = sentencesFor(first, question, mode.used);
  const refusals = checks
    .filter(({ key, answer }) => answer !== 'permitted' && determining.some((rule) => rule.key === key))
    .map(checkText);
  const after = session === undefined ? [] : [sessionText(session)];
  const kept =
    wanted === 'allow' ? (keptIn({ judgements }) ? verdictMessages.kept : undefined) : unkeptText(first);
  const last = nobodyToAsk ? verdictMessages.nobodyToAsk : undefined;
  return [what, ofRule, why, kept, ...after, ...refusals, last]
    .filter((text) => text !== undefined)
    .join(' ');
}

/** Whether an allow depends on keeping what the call removes, including what a project script removes. */
function keptIn({ judgements }: Pick<Verdicts, 'judgements'>): boolean {
  return judgements.some(isKept);
}

function unkeptText({ part: { effects = [] } }: Judgement): string | undefined {
  const why = effects.find(({ unkept }) => unkept !== undefined)?.unkept;
  return why === undefined ? undefined : fill(verdictMessages.unkept, { why });
}

/** The gravest of the deciding parts; the first of equals. */
function gravest(judgements: readonly Judgement[], question: DecisionInput): Judgement | undefined {
  if (judgements.length < 2) return judgements[0];
  return judgements
    .map((judgement) => ({ judgement, gravity: toldGravity(judgement.part, question) }))
    .toSorted((a, b) => a.gravity - b.gravity)[0]?.judgement;
}

/** A rule that only may match cannot describe this call: "Publishes your work" would be wrong for a commit. */
function certain(
  determining: readonly RuleReference[],
  deciding: readonly Judgement[],
): readonly RuleReference[] {
  const sure = new Set(deciding.flatMap((one) => matchingSurely(one).map(({ key }) => key)));
  return determining.filter(({ key, verdict }) => verdict === 'allow' || sure.has(key));
}

/** For the model. Cites one rule, never the whole policy: a long list makes models give up. */
function guidanceFor(
  { verdict, deciding, nobodyToAsk }: Verdicts,
  { determining }: Receipt,
): string | undefined {
  if (verdict === 'allow') return undefined;
  const sure = deciding.some(({ step }) => step === 'mayDeny') ? [] : certain(determining, deciding);
  const ofRule = sure.find(({ guidance }) => guidance !== undefined)?.guidance;
  if (ofRule !== undefined) return ofRule;
  const what = `\`${deciding[0]?.part.label ?? 'this call'}\``;
  if (verdict === 'ask') return fill(guidanceMessages.waits, { what });
  return fill(guidanceMessages[nobodyToAsk ? 'nobodyToAsk' : 'denied'], { what });
}
