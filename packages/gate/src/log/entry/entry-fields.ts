import {
  agentChain,
  asIs,
  canonicalJson,
  definedFields,
  messageOf,
  type ToolCall,
} from '@permesso/engine/call';
import type { CheckReceipt, LimitReceipt, Observed, Receipt, RuleReference } from '@permesso/engine/decision';
import { createRedactor, type Redactor, type Room } from '@permesso/engine/facts';
import {
  type CompactReceipt,
  type CompactRule,
  type FieldName,
  type Fields,
  type Mark,
  packWorld,
  sha256,
} from '@permesso/protocol/entry';
import { fallbackEntryOf } from './fallback-entry.ts';
import type { DecisionContext, Entry } from './log.ts';

/** Converts an event to the fields of a log line, without secrets and as canonical JSON, ready for the chain. */
export function entryFields(entry: Entry): Fields {
  try {
    return write(entry);
  } catch (error) {
    // An event that cannot be written in full still happened: a call without a tool, an input with a malicious
    // getter.
    return write(fallbackEntryOf(entry, messageOf(error)));
  }
}

function write(entry: Entry): Fields {
  const redactor = createRedactor(room);
  const fields = new Map<FieldName, string>([
    ['type', `"${names[entry.type]}"`],
    ['at', `"${instant(entry.at)}"`],
  ]);
  // The call comes first: secrets found in it are hidden in everything that follows.
  if ('call' in entry) fields.set('call', callText(entry.call, redactor));
  for (const [name, value] of Object.entries(valuesOf(entry)))
    if (value !== undefined) fields.set(name as FieldName, canonicalJson(value, redactor));
  const found = redactor.found();
  if ('callKey' in entry && entry.callKey !== undefined) {
    // The hash of a weak password can be guessed: if something was hidden, the key is computed from what is left.
    const key = found.length === 0 ? entry.callKey : sha256(fields.get('call') ?? '');
    fields.set('key', JSON.stringify(key));
  }
  // The decision has the whole call, under the same key.
  if (entry.type === 'started' || entry.type === 'ended')
    fields.set('call', `{"input":{},"tool":${redactor.quote(entry.call.tool)}}`);
  if (found.length > 0) fields.set('redacted', JSON.stringify(found));
  if (redactor.wasCut()) fields.set('cut', 'true');
  return fields;
}

/** An entry without its position in the chain, and without what is found while writing it. */
type Values = Partial<
  Readonly<Record<Exclude<FieldName, 'type' | 'at' | 'call' | 'key' | 'redacted' | 'cut'>, unknown>>
>;

function valuesOf(entry: Entry): Values {
  switch (entry.type) {
    case 'decided':
      return { ...callerOf(entry), ...decisionOf(entry) };
    case 'answered':
      return { ...callerOf(entry), ...answerOf(entry) };
    case 'started':
      return callerOf(entry);
    case 'ended': {
      const { ok, error, durationMs, source, refusedBy } = entry.outcome;
      return {
        ...callerOf(entry),
        ok,
        error,
        durationMs: durationMs && Math.round(durationMs),
        source,
        refusedBy,
      };
    }
    case 'granted': {
      const { rules, ...grant } = entry.grant;
      return { grant: { ...grant, rules: rules.map(({ text }) => text) } };
    }
    case 'revoked': {
      const { id, rules, scope, verdict, by, from } = entry;
      return { grant: { id, rules, scope }, verdict, by, from };
    }
    case 'failed':
      return { error: entry.error };
  }
}

/** Maximum length of one text in the log, and of all texts of an entry together. */
const room: Room = { text: 64 * 1024, all: 512 * 1024 };

const names = {
  decided: 'decision',
  answered: 'answer',
  started: 'start',
  ended: 'end',
  granted: 'grant',
  revoked: 'revoke',
  failed: 'failure',
} as const;

export function markFields(mark: Mark, at: number): Fields {
  return new Map<FieldName, string>([
    ['type', '"mark"'],
    ['at', `"${instant(at)}"`],
    ['mark', canonicalJson(mark, asIs)],
  ]);
}

let lastInstant = { at: 0, text: new Date(0).toISOString() };

/** Many entries share a millisecond, and formatting it costs as much as a hash. */
function instant(at: number): string {
  if (at !== lastInstant.at) lastInstant = { at, text: new Date(at).toISOString() };
  return lastInstant.text;
}

function callText({ tool, input, cwd, mcp, owner, principal, shell }: ToolCall, redactor: Redactor): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new TypeError('the input is not an object');
  // Anything but strings here is recorded by a fallback entry, whole.
  const texts = [tool, cwd ?? '', shell ?? ''];
  if (!texts.every(isText)) throw new TypeError('a name in the call is not a text');
  const call = { tool, input, cwd, mcp, owner, principal, shell };
  const once = canonicalJson(call, redactor);
  // A secret recognized by its key may also occur in an earlier text.
  return redactor.found().length === 0 ? once : canonicalJson(call, redactor);
}

function callerOf({ call, session, world }: DecisionContext & { readonly call: ToolCall }): Values {
  const caller = {
    session: call.session ?? session,
    agent: agentChain(call),
    host: call.host,
    project: world?.project,
  };
  const texts = [caller.session ?? '', ...caller.agent, caller.host ?? ''];
  if (!texts.every(isText)) throw new TypeError('a name in the call is not a text');
  return caller;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function decisionOf({ decision, policy, world, facts }: Extract<Entry, { type: 'decided' }>): Values {
  const { verdict, receipt, suggestions, observed } = decision;
  const offer = verdict === 'allow' ? undefined : suggestions[0]?.rules;
  return {
    verdict,
    mode: receipt.mode.used,
    receipt: compactReceipt(receipt, offer, observed),
    policy,
    world: world && packWorld(world),
    facts,
  };
}

/** Labels, steps, reasons and the rules that decided; `replay` recomputes the rest. */
function compactReceipt(
  { checks, errors, kept, limits, nobodyToAsk, parts, determining, sandbox, session }: Receipt,
  offer: readonly string[] | undefined,
  observed: Observed | undefined,
): CompactReceipt {
  return {
    parts: parts.map(({ label, reason, span, step, verdict }) => ({
      label,
      reason,
      step,
      verdict,
      ...(span && { span: [span.start, span.end] }),
    })),
    rules: determining.map(compactRule),
    ...definedFields({
      nobodyToAsk,
      observed: observed && {
        verdict: observed.verdict,
        message: observed.message,
        rules: observed.rules.map(compactRule),
      },
      offer: offer?.length === 0 ? undefined : offer,
      errors: errors.length === 0 ? undefined : errors,
      kept,
      limits: limits?.map(withoutKey),
      checks: checks?.map(withoutKey),
      session,
      sandbox,
    }),
  };
}

/** The rule's key contains its file, which the text does not need. */
function withoutKey<T extends LimitReceipt | CheckReceipt>({ key: _key, ...receipt }: T): Omit<T, 'key'> {
  return receipt;
}

function compactRule({ verdict, text, layer, file, line, grant }: RuleReference): CompactRule {
  const place = file === undefined || line === undefined ? file : `${file}:${line}`;
  return { verdict, text, layer, ...definedFields({ place, grant }) };
}

function answerOf({ answer, waited }: Extract<Entry, { type: 'answered' }>): Values {
  const { by, from, rules, scope = 'once', verdict } = answer;
  return {
    verdict,
    by,
    from,
    rules,
    scope: typeof scope === 'object' ? `until ${new Date(scope.until).toISOString()}` : scope,
    waitedMs: waited && Math.round(waited),
    ...(verdict === 'allow' ? { hosts: answer.hosts, sources: answer.sources } : { comment: answer.comment }),
  };
}
