import { definedFields } from '../../../call/defined-fields.ts';
import type { Layer } from '../../layer.ts';
import { createDraft } from '../draft.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import {
  isTable,
  linesOf,
  readToml,
  tableAt,
  tablesAt,
  textsAt,
  valueAt,
  type TomlTable,
} from '../read-toml.ts';
import { addPrefixes, codexDecisions } from './read.ts';

/** `requirements.toml`: an organisation's requirements. They may only restrict, so they become a managed layer. */
export function readCodexRequirements(text: string, options: ReadOptions): ReadResult {
  const source = readToml(text);
  if ('error' in source) return source;
  const draft = createDraft();
  const lines = linesOf(text, 'rules.prefix_rules');
  for (const [at, rule] of tablesAt(tableAt(source.table, 'rules'), 'prefix_rules').entries()) {
    const line = lines[at];
    const from = {
      what: `prefix_rules ${tokensOf(rule)
        .map((texts) => texts.join('|'))
        .join(' ')}`,
      ...definedFields({ line }),
    };
    const verdict = codexDecisions.get(String(valueAt(rule, 'decision')));
    if (verdict === undefined || verdict === 'allow')
      draft.stricter('Codex refuses a file with this decision; taken for forbidden', from);
    const justification = valueAt(rule, 'justification');
    addPrefixes(verdict === 'ask' ? 'ask' : 'deny', {
      tokens: tokensOf(rule),
      justification: typeof justification === 'string' ? justification : undefined,
      draft,
      from,
    });
  }
  for (const key of Object.keys(source.table)) {
    if (key !== 'rules' && key !== 'allowed_approval_policies')
      draft.notCarried('about Codex itself, not about calls', { what: key });
  }
  return draft.finish({ layer: options.layer ?? 'managed', ...modes(source.table) });
}

function tokensOf(rule: TomlTable): readonly (readonly string[])[] {
  const pattern = valueAt(rule, 'pattern');
  const tokens: (readonly string[])[] = [];
  for (const token of Array.isArray(pattern) ? pattern : []) {
    const texts =
      typeof token === 'string'
        ? [token]
        : isTable(token)
          ? [...textsAt(token, 'token'), ...textsAt(token, 'any_of')]
          : [];
    // Words from the first unreadable one on are dropped, so the rule matches more.
    if (texts.length === 0) break;
    tokens.push(texts);
  }
  return tokens;
}

/** Under `never` Codex asks nothing; every other setting asks somehow. None of them bypasses rules. */
function modes(table: TomlTable): Pick<Layer, 'restrict'> {
  const policies = textsAt(table, 'allowed_approval_policies');
  if (policies.length === 0) return {};
  const permitted = policies.every((policy) => policy === 'never')
    ? ['dontAsk']
    : ['default', 'acceptEdits', 'explore', 'dontAsk'];
  return { restrict: { modes: permitted } };
}
