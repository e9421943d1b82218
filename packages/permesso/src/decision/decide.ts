import type { Tool } from '../facts/tool.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Decision } from './decision.ts';
import { judge, type Verdicts } from './judge.ts';
import type { Judgement } from './judge-part.ts';
import type { Question } from './question.ts';
import type { PartReceipt, Receipt, RuleReference } from './receipt.ts';
import { suggest } from './suggest.ts';
import { whatWouldChange } from './what-would-change.ts';
import { reasonFor, sentence } from './words.ts';

/** Verdict, receipt, suggestions, and words for the person and the model. */
export function decide(question: Question, tool: Tool): Decision {
  const verdicts = judge(question);
  const { suggestions, errors } = suggest(question, verdicts, tool);
  const receipt = receiptOf(question, verdicts, errors);
  const { verdict } = verdicts;
  const guidance = guidanceFor(verdicts, receipt);
  const changes = whatWouldChange(verdicts.deciding, {
    mode: verdicts.mode.used,
    suggestions,
    nobodyToAsk: verdicts.nobodyToAsk,
    question,
  });
  return {
    verdict,
    receipt: { ...receipt, changes },
    suggestions,
    message: messageFor(verdicts, receipt),
    ...(guidance === undefined ? {} : { guidance }),
  };
}

function receiptOf(question: Question, verdicts: Verdicts, errors: readonly string[]): Receipt {
  const { mode, judgements, deciding, nobodyToAsk } = verdicts;
  return {
    mode,
    parts: judgements.map((judgement) => partReceipt(judgement, question, mode.used)),
    determining: distinct(deciding.flatMap(({ determining }) => determining)),
    ...(nobodyToAsk ? { nobodyToAsk } : {}),
    errors,
    changes: [],
  };
}

function partReceipt(judgement: Judgement, question: Question, mode: Mode): PartReceipt {
  const { part, heard, verdict, step, asks } = judgement;
  return {
    label: part.label,
    ...(part.span === undefined ? {} : { span: part.span }),
    verdict,
    step,
    reason: reasonFor(judgement, question, mode),
    contributions: heard.contributions,
    asks,
    doubts: part.doubts,
  };
}

function distinct(rules: readonly RuleReference[]): readonly RuleReference[] {
  return [...new Map(rules.map((rule) => [`${rule.grant ?? ''} ${rule.key}`, rule])).values()];
}

function messageFor({ verdict, nobodyToAsk }: Verdicts, { parts, determining }: Receipt): string {
  const wanted = nobodyToAsk ? 'ask' : verdict;
  const first = parts.find((part) => part.verdict === wanted);
  if (first === undefined) return '';
  const spoken = determining.find(({ message }) => message !== undefined)?.message;
  const why = sentence(verdict, { label: first.label, reason: first.reason, several: parts.length > 1 });
  return [why, nobodyToAsk ? 'Nobody can be asked.' : '', spoken ?? '']
    .filter((text) => text !== '')
    .join(' ');
}

/** What the model is told. One rule, never a dump of the policy: a long list makes models give up. */
function guidanceFor(
  { verdict, deciding, nobodyToAsk }: Verdicts,
  { determining }: Receipt,
): string | undefined {
  if (verdict === 'allow') return undefined;
  // A rule that only may match has nothing sure to say about this call.
  const sure = deciding.some(({ step }) => step === 'mayDeny') ? [] : determining;
  const spoken = sure.find(({ guidance }) => guidance !== undefined)?.guidance;
  if (spoken !== undefined) return spoken;
  const label = deciding[0]?.part.label ?? 'this call';
  if (verdict === 'ask') return `\`${label}\` waits for a person's approval.`;
  const refused = nobodyToAsk ? 'needs an approval and nobody can be asked' : 'is denied by policy';
  return `\`${label}\` ${refused}. Do not try it in another form; go on without it or say what you need.`;
}
