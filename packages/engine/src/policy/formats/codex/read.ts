import { printPattern } from '../../rules/print-pattern.ts';
import type { CommandRule } from '../../rules/pattern.ts';
import type { RuleObject } from '../../rules/rule.ts';
import type { Verdict } from '../../rules/verdict.ts';
import { createDraft, type Draft, type From } from '../draft.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { isUnknown, readStarlark, type StarlarkCall, type StarlarkValue } from './starlark.ts';

export const codexDecisions: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ['allow', 'allow'],
  ['prompt', 'ask'],
  ['forbidden', 'deny'],
  ['deny', 'deny'],
]);

/** `*.rules`: of all matching rules, the strictest decides, as in our own order. */
export function readCodexRules(text: string, options: ReadOptions): ReadResult {
  const source = readStarlark(text);
  if ('error' in source) return source;
  const draft = createDraft();
  for (const call of source.calls) readCall(call, draft);
  for (const { text: what, line } of source.others)
    draft.notCarried('only calls with literal arguments can be read', { what, line });
  return draft.finish({ layer: options.layer ?? 'user' });
}

function readCall(call: StarlarkCall, draft: Draft): void {
  const from = { what: call.name, line: call.line };
  switch (call.name) {
    case 'prefix_rule':
      readPrefixRule(call, draft);
      return;
    case 'network_rule':
      readNetworkRule(call, draft);
      return;
    case 'host_executable':
      draft.stricter(
        "a path to a program is taken for the program of that name only in the system's own directories",
        {
          ...from,
          what: `host_executable ${starlarkText(call.args.get('name') ?? call.args.get('0')) ?? ''}`.trim(),
        },
      );
      return;
    default:
      draft.notCarried('no rule of this kind is known', from);
  }
}

function readPrefixRule({ args, line }: StarlarkCall, draft: Draft): void {
  const pattern = args.get('pattern') ?? args.get('0');
  const named = args.get('decision') ?? args.get('1');
  const decision = named === undefined ? 'allow' : starlarkText(named);
  const verdict = codexDecisions.get(decision ?? '');
  const from = { what: `prefix_rule ${printStarlark(pattern)}`, line };
  if (verdict === undefined) {
    draft.stricter(`the decision \`${printStarlark(named)}\` is not known; taken for forbidden`, from);
  }
  const words = alternatives(pattern);
  if (words === undefined) {
    // A pattern with a known start and an unknown rest.
    const known = Array.isArray(pattern)
      ? pattern.slice(
          0,
          pattern.findIndex((token) => alternatives([token]) === undefined),
        )
      : [];
    if (verdict === 'allow')
      draft.stricter('its words are not literal; left out, so it is asked about', from);
    else {
      draft.stricter('not all of its words are literal; all that begins with those that are', from);
      addPrefixes(verdict ?? 'deny', {
        tokens: alternatives(known) ?? [],
        justification: undefined,
        draft,
        from,
      });
    }
    return;
  }
  addPrefixes(verdict ?? 'deny', {
    tokens: words,
    justification: starlarkText(args.get('justification')),
    draft,
    from,
  });
  if (args.has('match') || args.has('not_match'))
    draft.notCarried('its examples are not carried; write them under `tests`', from);
}

interface Prefixes {
  readonly tokens: readonly (readonly string[])[];
  readonly justification: string | undefined;
  readonly draft: Draft;
  readonly from: From;
}

const mostPrefixes = 256;

/** Each combination of alternatives becomes a rule. */
export function addPrefixes(verdict: Verdict, { tokens, justification, draft, from }: Prefixes): void {
  let paths: readonly (readonly string[])[] = [[]];
  for (const options of tokens) {
    const grown = paths.flatMap((path) => options.map((option) => [...path, option]));
    if (grown.length > mostPrefixes) {
      if (verdict === 'allow') {
        draft.stricter('too many alternatives; left out, so it is asked about', from);
        return;
      }
      draft.stricter('too many alternatives; its last words are left out', from);
      break;
    }
    paths = grown;
  }
  for (const path of paths) {
    const command: CommandRule = {
      about: 'command',
      words: path.map((text) => ({ is: 'literal', text })),
      open: true,
    };
    const rule: RuleObject = {
      rule: path.length === 0 ? 'Bash' : printPattern(command),
      ...said(verdict, justification),
    };
    draft.add(verdict, rule, from);
  }
}

/** Codex shows a justification to the person who is asked and to the model that is refused. */
function said(verdict: Verdict, justification: string | undefined): Omit<RuleObject, 'rule'> {
  if (justification === undefined || justification.trim() === '') return {};
  if (verdict === 'allow') return { why: justification };
  return verdict === 'ask' ? { message: justification } : { message: justification, guidance: justification };
}

/** A token is a string or a list of strings. Undefined if one of them is not literal. */
function alternatives(pattern: StarlarkValue | undefined): readonly (readonly string[])[] | undefined {
  if (!Array.isArray(pattern) || pattern.length === 0) return undefined;
  const tokens: (readonly string[])[] = [];
  for (const token of pattern as readonly StarlarkValue[]) {
    const options = Array.isArray(token) ? (token as readonly StarlarkValue[]) : [token];
    const texts = options.filter((option) => typeof option === 'string');
    if (texts.length === 0 || texts.length !== options.length) return undefined;
    tokens.push(texts);
  }
  return tokens;
}

function readNetworkRule({ args, line }: StarlarkCall, draft: Draft): void {
  const host = starlarkText(args.get('host') ?? args.get('0'));
  const decision = starlarkText(args.get('decision')) ?? '';
  const verdict = codexDecisions.get(decision) ?? 'deny';
  const from = { what: `network_rule ${host ?? printStarlark(args.get('host'))}`, line };
  if (!codexDecisions.has(decision)) draft.stricter('its decision is not known; taken for forbidden', from);
  if (host === undefined) {
    if (verdict !== 'allow') draft.add(verdict, 'WebFetch', from);
    draft.stricter('its host is not literal', from);
    return;
  }
  draft.add(
    verdict,
    { rule: `WebFetch(domain:${host})`, ...said(verdict, starlarkText(args.get('justification'))) },
    from,
  );
  if (verdict !== 'allow' || args.has('protocol'))
    draft.stricter(
      'a host is one rule for every protocol; a deny or ask speaks of what is below it too',
      from,
    );
}

function starlarkText(value: StarlarkValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function printStarlark(value: StarlarkValue | undefined): string {
  if (value === undefined) return 'nothing';
  return isUnknown(value) ? value.unknown : (JSON.stringify(value) ?? '');
}
