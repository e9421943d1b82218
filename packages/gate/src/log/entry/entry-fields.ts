import { agentChain, asIs, canonicalJson, messageOf, type ToolCall } from '@permesso/engine/call';
import type { Answer } from '@permesso/protocol/approval';
import { fallbackEntryOf } from './fallback-entry.ts';
import type {
  CheckReceipt,
  Decision,
  Grant,
  LimitReceipt,
  Observed,
  PartReceipt,
  Receipt,
  RuleReference,
} from '@permesso/engine/decision';
import type { WorldRecord } from '@permesso/engine/world';
import { type FieldName, type Fields, type Mark, packEntries, sha256 } from '@permesso/protocol/entry';
import type { DecisionContext, Entry, Revoked } from './log.ts';
import { createRedactor, type Redactor, type Room } from '@permesso/engine/facts';

/**
 * What happened -> the fields of a line, without secrets and as canonical JSON, ready for the chain. Every call passes
 * here, so the known shapes are written out by hand, names in order; a test compares them with the plain way.
 */
export function entryFields(entry: Entry): Fields {
  try {
    return write(entry);
  } catch (error) {
    // What cannot be written down whole has happened all the same: a call without a tool, an input with a trap in it.
    return write(fallbackEntryOf(entry, messageOf(error)));
  }
}

function write(entry: Entry): Fields {
  const redactor = createRedactor(room);
  const fields = new Map<FieldName, string>([
    ['type', `"${names[entry.type]}"`],
    ['at', `"${instant(entry.at)}"`],
  ]);
  switch (entry.type) {
    case 'decided':
      addCaller(fields, entry.call, { about: entry, redactor });
      addDecision(fields, entry.decision, redactor);
      if (entry.policy !== undefined) fields.set('policy', JSON.stringify(entry.policy));
      if (entry.world !== undefined) fields.set('world', packWorld(entry.world, redactor));
      if (entry.facts !== undefined) fields.set('facts', canonicalJson(entry.facts, redactor));
      break;
    case 'answered':
      addCaller(fields, entry.call, { about: entry, redactor });
      addAnswer(fields, entry.answer, redactor);
      if (entry.waited !== undefined) fields.set('waitedMs', JSON.stringify(Math.round(entry.waited)));
      break;
    case 'started':
      addCaller(fields, entry.call, { about: entry, redactor });
      break;
    case 'ended':
      addCaller(fields, entry.call, { about: entry, redactor });
      addOutcome(fields, entry.outcome, redactor);
      break;
    case 'granted':
      fields.set('grant', canonicalJson(plainGrant(entry.grant), redactor));
      break;
    case 'revoked':
      addRevoked(fields, entry, redactor);
      break;
    case 'failed':
      fields.set('error', redactor.quote(entry.error));
  }
  const found = redactor.found();
  if ('callKey' in entry && entry.callKey !== undefined) {
    // A hash of a weak password can be guessed back: where something was hidden the key is made of what is left.
    const key = found.length === 0 ? entry.callKey : sha256(fields.get('call') ?? '');
    fields.set('key', JSON.stringify(key));
  }
  // The decision has it whole, under the same key.
  if (entry.type === 'started' || entry.type === 'ended')
    fields.set('call', `{"input":{},"tool":${redactor.quote(entry.call.tool)}}`);
  if (found.length > 0) fields.set('redacted', JSON.stringify(found));
  if (redactor.wasCut()) fields.set('cut', 'true');
  return fields;
}

/** One text may be this long in the log, and all texts of an entry together this long. */
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

/** Several entries belong to one millisecond, and spelling it out costs as much as a hash. */
function instant(at: number): string {
  if (at !== lastInstant.at) lastInstant = { at, text: new Date(at).toISOString() };
  return lastInstant.text;
}

type Writing = Map<FieldName, string>;

function isInput(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function addCaller(
  fields: Writing,
  call: ToolCall,
  { about, redactor }: { readonly about: DecisionContext; readonly redactor: Redactor },
): void {
  const { quote } = redactor;
  // First: what is found to be secret here is hidden in all that follows.
  if (!isInput(call.input)) throw new TypeError('the input is not an object');
  const once = canonicalJson(call.input, redactor);
  // A secret revealed by a name further down may occur in a text further up.
  const input = redactor.found().length === 0 ? once : canonicalJson(call.input, redactor);
  const cwd = call.cwd === undefined ? '' : `"cwd":${quote(call.cwd)},`;
  const mcp = call.mcp === undefined ? '' : `"mcp":${canonicalJson(call.mcp, redactor)},`;
  const owner = call.owner === undefined ? '' : `"owner":${canonicalJson(call.owner, redactor)},`;
  const { principal: who } = call;
  const principal = who === undefined ? '' : `"principal":${canonicalJson(who, redactor)},`;
  const shell = call.shell === undefined ? '' : `"shell":${quote(call.shell)},`;
  fields.set('call', `{${cwd}"input":${input},${mcp}${owner}${principal}${shell}"tool":${quote(call.tool)}}`);
  const session = call.session ?? about.session;
  if (session !== undefined) fields.set('session', quote(session));
  fields.set('agent', `[${agentChain(call).map(quote).join(',')}]`);
  if (call.host !== undefined) fields.set('host', quote(call.host));
  if (about.world !== undefined) fields.set('project', quote(about.world.project));
}

function addDecision(
  fields: Writing,
  { verdict, receipt, suggestions, observed }: Decision,
  redactor: Redactor,
): void {
  fields.set('verdict', `"${verdict}"`);
  fields.set('mode', `"${receipt.mode.used}"`);
  const offer = verdict === 'allow' ? undefined : suggestions[0]?.rules;
  fields.set('receipt', compactReceipt(receipt, { offer: offer ?? [], observed }, redactor));
}

/** Labels, steps, reasons and the rules that decided; `replay` finds the rest again. */
function compactReceipt(
  receipt: Receipt,
  { offer, observed }: { readonly offer: readonly string[]; readonly observed: Observed | undefined },
  redactor: Redactor,
): string {
  const { checks, errors, kept, limits, nobodyToAsk, parts, determining, sandbox, session } = receipt;
  const checked = checks === undefined ? '' : `"checks":${canonicalJson(checks.map(withoutKey), redactor)},`;
  const failed = errors.length === 0 ? '' : `"errors":[${errors.map(redactor.quote).join(',')}],`;
  const keeps = kept === undefined ? '' : `"kept":${canonicalJson(kept, redactor)},`;
  const counted = limits === undefined ? '' : `"limits":${canonicalJson(limits.map(withoutKey), redactor)},`;
  const nobody = nobodyToAsk === undefined ? '' : '"nobodyToAsk":true,';
  const add = offer.length === 0 ? '' : `"offer":[${offer.map(redactor.quote).join(',')}],`;
  const would = observed === undefined ? '' : `"observed":${compactObserved(observed, redactor)},`;
  const each = parts.map((part) => compactPart(part, redactor)).join(',');
  const rules = determining.map((rule) => compactRule(rule, redactor)).join(',');
  const inside = sandbox === undefined ? '' : `,"sandbox":${canonicalJson(sandbox, redactor)}`;
  const over = session === undefined ? '' : `,"session":${canonicalJson(session, redactor)}`;
  return `{${checked}${failed}${keeps}${counted}${nobody}${would}${add}"parts":[${each}],"rules":[${rules}]${inside}${over}}`;
}

/** The rule's key names its file, which the text does not need. */
function withoutKey<T extends LimitReceipt | CheckReceipt>({ key: _key, ...receipt }: T): Omit<T, 'key'> {
  return receipt;
}

/** What would have become of the call, had everything been enforced. */
function compactObserved({ verdict, message, rules }: Observed, redactor: Redactor): string {
  const each = rules.map((rule) => compactRule(rule, redactor)).join(',');
  return `{"message":${redactor.quote(message)},"rules":[${each}],"verdict":"${verdict}"}`;
}

function compactPart({ label, reason, span, step, verdict }: PartReceipt, { quote }: Redactor): string {
  const place = span === undefined ? '' : `"span":[${span.start},${span.end}],`;
  return `{"label":${quote(label)},"reason":${quote(reason)},${place}"step":"${step}","verdict":"${verdict}"}`;
}

function compactRule(rule: RuleReference, { quote }: Redactor): string {
  const { verdict, text, layer, file, line, grant } = rule;
  const granted = grant === undefined ? '' : `"grant":${quote(grant)},`;
  const at = line === undefined ? '' : `:${line}`;
  const place = file === undefined ? '' : `"place":${quote(`${file}${at}`)},`;
  return `{${granted}"layer":"${layer}",${place}"text":${quote(text)},"verdict":"${verdict}"}`;
}

type WriteAnswers = (answers: unknown, redactor: Redactor) => string;

const answers: WriteAnswers = (given, redactor) => canonicalJson(given, redactor);
const quoted: WriteAnswers = (given, { quote }) => quote(String(given));
const asItIs: WriteAnswers = (given) => String(given);

/** In their order. One for each field of a world: what is left out here is decided differently when it is replayed. */
const worldFields: { readonly [K in keyof Required<WorldRecord>]: WriteAnswers } = {
  caseInsensitive: asItIs,
  cwd: quoted,
  entries: (given, redactor) => packEntries(given as WorldRecord['entries'], redactor),
  held: answers,
  home: quoted,
  keeps: answers,
  noOtherLinks: asItIs,
  now: asItIs,
  plainBelow: answers,
  platform: quoted,
  project: quoted,
  recoverable: answers,
  repositories: answers,
  sandbox: answers,
  scripts: answers,
  texts: answers,
  workingDirectories: answers,
};

function packWorld(world: WorldRecord, redactor: Redactor): string {
  const written: string[] = [];
  for (const [name, writeAnswers] of Object.entries(worldFields)) {
    const given: unknown = world[name as keyof WorldRecord];
    if (given !== undefined) written.push(`"${name}":${writeAnswers(given, redactor)}`);
  }
  return `{${written.join(',')}}`;
}

function addAnswer(fields: Writing, answer: Answer, redactor: Redactor): void {
  const { verdict, by, from, scope, rules } = answer;
  fields.set('verdict', `"${verdict}"`);
  if (by !== undefined) fields.set('by', redactor.quote(by));
  if (from !== undefined) fields.set('from', redactor.quote(from));
  if (rules !== undefined) fields.set('rules', canonicalJson(rules, redactor));
  if (answer.verdict === 'allow' && answer.hosts !== undefined)
    fields.set('hosts', canonicalJson(answer.hosts, redactor));
  if (answer.verdict === 'allow' && answer.sources !== undefined)
    fields.set('sources', canonicalJson(answer.sources, redactor));
  if (answer.verdict === 'deny' && answer.comment !== undefined)
    fields.set('comment', redactor.quote(answer.comment));
  const until = typeof scope === 'object' ? `until ${new Date(scope.until).toISOString()}` : scope;
  fields.set('scope', redactor.quote(until ?? 'once'));
}

function addOutcome(
  fields: Writing,
  { ok, error, durationMs, source, refusedBy }: Extract<Entry, { type: 'ended' }>['outcome'],
  redactor: Redactor,
): void {
  fields.set('ok', String(ok));
  if (error !== undefined) fields.set('error', redactor.quote(error));
  if (durationMs !== undefined) fields.set('durationMs', JSON.stringify(Math.round(durationMs)));
  if (source !== undefined) fields.set('source', `"${source}"`);
  if (refusedBy !== undefined) fields.set('refusedBy', `"${refusedBy}"`);
}

function addRevoked(fields: Writing, revoked: Revoked, redactor: Redactor): void {
  const { id, scope, rules, verdict, by, from } = revoked;
  fields.set('grant', canonicalJson({ id, rules, scope }, redactor));
  fields.set('verdict', `"${verdict}"`);
  if (by !== undefined) fields.set('by', redactor.quote(by));
  if (from !== undefined) fields.set('from', redactor.quote(from));
}

function plainGrant(grant: Grant): Record<string, unknown> {
  const { rules, ...rest } = grant;
  return { ...rest, rules: rules.map(({ text }) => text) };
}
