import { agentChain, type ToolCall } from '../call/tool-call.ts';
import type { Answer } from '../approval/approver.ts';
import type { Grant } from '../decision/grant.ts';
import type { Receipt, RuleReference } from '../decision/receipt.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256, type Fields } from './chain.ts';
import type { Circumstances, Entry } from './log.ts';
import type { CompactReceipt, CompactRule, GrantEntry, Mark, RecordedCall } from './log-entry.ts';
import { createRedactor } from './redactor.ts';

/** What happened -> the fields of a line, without secrets and as canonical JSON, ready for the chain. */
export function fieldsOf(entry: Entry): Fields {
  const redactor = createRedactor();
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(plainFields(entry))) {
    if (value !== undefined) fields.set(name, canonicalJson(value, redactor));
  }
  const key = 'callKey' in entry ? entry.callKey : undefined;
  const found = redactor.found();
  // A hash of a weak password can be guessed back: where something was hidden the key is made of what is left.
  if (key !== undefined)
    fields.set('key', `"${found.length === 0 ? key : sha256(fields.get('call') ?? '')}"`);
  if (found.length > 0) fields.set('redacted', JSON.stringify(found));
  if (redactor.wasCut()) fields.set('cut', 'true');
  return fields;
}

export function markFields(mark: Mark, at: number): Fields {
  const asIs = { text: (text: string) => text };
  return new Map([
    ['type', '"mark"'],
    ['at', JSON.stringify(new Date(at).toISOString())],
    ['mark', canonicalJson(mark, asIs)],
  ]);
}

function plainFields(entry: Entry): Record<string, unknown> {
  const at = new Date(entry.at).toISOString();
  switch (entry.type) {
    case 'decided': {
      const { decision, policy, world } = entry;
      return {
        type: 'decision',
        at,
        ...callerOf(entry.call, entry),
        verdict: decision.verdict,
        message: decision.message,
        mode: decision.receipt.mode.used,
        policy,
        receipt: compactReceipt(decision.receipt),
        world,
      };
    }
    case 'answered':
      return {
        type: 'answer',
        at,
        ...callerOf(entry.call, entry),
        ...answerOf(entry.answer),
        waitedMs: entry.waited,
      };
    case 'granted':
      return { type: 'grant', at, grant: grantOf(entry.grant) };
    case 'failed':
      return { type: 'failure', at, error: entry.error };
  }
}

function callerOf(call: ToolCall, { session, world }: Circumstances): Record<string, unknown> {
  const { tool, input, cwd, mcp } = call;
  const recorded: { [K in keyof RecordedCall]: RecordedCall[K] | undefined } = { tool, input, cwd, mcp };
  return {
    session: call.session ?? session,
    agent: agentChain(call),
    host: call.host,
    project: world?.project,
    call: recorded,
  };
}

function answerOf(answer: Answer): Record<string, unknown> {
  const { verdict, by } = answer;
  const from = 'from' in answer ? answer.from : undefined;
  if (verdict === 'deny') return { verdict, by, from, words: answer.words };
  const { scope = 'once', rules } = answer;
  return {
    verdict,
    by,
    from,
    scope: typeof scope === 'string' ? scope : `until ${new Date(scope.until).toISOString()}`,
    rules,
  };
}

function grantOf(grant: Grant): { [K in keyof GrantEntry['grant']]: GrantEntry['grant'][K] | undefined } {
  const { id, answers, scope, givenIn, callKey, project, session, expires } = grant;
  const rules = grant.rules.map(({ text }) => text);
  return { id, rules, answers, scope, givenIn, callKey, project, session, expires };
}

/** Labels, steps, reasons and the rules that decided; `replay` finds the rest again. */
function compactReceipt({ parts, determining, nobodyToAsk, errors }: Receipt): CompactReceipt {
  return {
    parts: parts.map(({ label, verdict, step, reason, span }) => ({
      label,
      verdict,
      step,
      reason,
      ...(span === undefined ? {} : { span: [span.start, span.end] }),
    })),
    rules: determining.map(compactRule),
    ...(nobodyToAsk === undefined ? {} : { nobodyToAsk }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function compactRule({ verdict, text, layer, file, line, grant }: RuleReference): CompactRule {
  return {
    verdict,
    text,
    layer,
    ...(file === undefined ? {} : { place: line === undefined ? file : `${file}:${line}` }),
    ...(grant === undefined ? {} : { grant }),
  };
}
