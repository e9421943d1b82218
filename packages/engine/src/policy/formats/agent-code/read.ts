import { definedFields } from '../../../call/defined-fields.ts';
import type { RuleObject } from '../../rules/rule.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import { readCommandGlob, ruleFromGlob } from '../command-glob.ts';
import { createDraft, type Draft, type From } from '../draft.ts';
import { withNotes } from '../notes.ts';
import { flatten, type Ordered } from '../flatten.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { readPathText } from '../path-glob-text.ts';
import { linesOf, readToml, tableAt, tablesAt, textsAt, valueAt, type TomlTable } from '../read-toml.ts';

const tools: ReadonlyMap<string, string> = new Map([
  ['FileRead', 'Read'],
  ['FileWrite', 'Write'],
  ['FileEdit', 'Edit'],
  ['MultiEdit', 'Edit'],
  ['PowerShell', 'Bash'],
]);

/** `[permissions]` of agent-code: of all matching rules, the strictest decides; separate lists name the visible tools. */
export function readAgentCode(text: string, options: ReadOptions): ReadResult {
  const source = readToml(text);
  if ('error' in source) return source;
  const permissions = tableAt(source.table, 'permissions');
  if (permissions === undefined) return { error: 'there is no table [permissions] in it' };
  const draft = createDraft({ byTool: true });
  const lines = linesOf(text, 'permissions.rules');
  const rules = tablesAt(permissions, 'rules').flatMap((rule, at) =>
    readRule(rule, { draft, line: lines[at] }),
  );
  const { everything, ...mode } = fallback(permissions, draft);
  // The strictest matching rule decides, so their order does not matter, except for the rules that come after all others.
  const flat = flatten([...rules.toSorted(byStrictness), ...everything], draft);
  const visible = textsAt(permissions, 'allowed_tools').map((name) => ourName(name));
  const hidden = textsAt(permissions, 'disallowed_tools').map((name) => ourName(name));
  const security = tableAt(source.table, 'security');
  const directories = textsAt(security, 'additional_directories');
  const restrict = valueAt(security, 'disable_bypass_permissions') === true;
  if (restrict && options.layer !== 'managed')
    draft.notCarried('only a managed policy can say so', { what: 'security.disable_bypass_permissions' });
  return withNotes(
    draft.finish({
      layer: options.layer ?? 'project',
      ...mode,
      ...flat,
      ...(visible.length + hidden.length === 0
        ? {}
        : {
            tools: {
              ...(visible.length === 0 ? {} : { visible }),
              ...(hidden.length === 0 ? {} : { hidden }),
            },
          }),
      ...(directories.length === 0 ? {} : { workingDirectories: directories }),
      ...(restrict && options.layer === 'managed'
        ? { restrict: { modes: ['default', 'acceptEdits', 'explore', 'dontAsk'] } }
        : {}),
    }),
    { host: 'agent-code' },
  );
}

function ourName(name: string): string {
  return tools.get(name) ?? name;
}

interface Fallback {
  readonly everything: readonly Ordered[];
  readonly mode?: string;
}

function fallback(permissions: TomlTable, draft: Draft): Fallback {
  const mode = valueAt(permissions, 'default_mode');
  const from = { what: `default_mode = ${JSON.stringify(mode)}` };
  switch (mode) {
    case undefined:
    case 'ask':
      return { everything: [] };
    case 'allow':
      draft.stricter('protected paths and dangerous removals are still asked about', from);
      return { everything: [{ verdict: 'allow', rule: { rule: '*' }, from }] };
    case 'deny':
      return { everything: [{ verdict: 'deny', rule: { rule: '*' }, from }] };
    case 'plan':
      return { everything: [], mode: 'explore' };
    case 'accept_edits':
      return { everything: [], mode: 'acceptEdits' };
    default:
      draft.stricter('a mode that is not known here; a person is asked', from);
      return { everything: [] };
  }
}

function byStrictness(a: Ordered, b: Ordered): number {
  return verdicts.indexOf(b.verdict) - verdicts.indexOf(a.verdict);
}

function readRule(
  rule: TomlTable,
  { draft, line }: { draft: Draft; line: number | undefined },
): readonly Ordered[] {
  const tool = valueAt(rule, 'tool');
  const pattern = valueAt(rule, 'pattern');
  const action = valueAt(rule, 'action');
  const from: From = {
    what: `${String(action)}: ${String(tool)}${typeof pattern === 'string' ? `(${pattern})` : ''}`,
    ...definedFields({ line }),
  };
  const verdict = verdicts.find((each) => each === action);
  if (typeof tool !== 'string' || verdict === undefined) {
    draft.notCarried('not a rule of agent-code', from);
    return [];
  }
  const name = ourName(tool);
  const { rule: said, loss } =
    typeof pattern === 'string' ? agentCodeRule(verdict, name, pattern) : { rule: { rule: name } };
  if (loss !== undefined) draft.stricter(loss, from);
  return said === undefined ? [] : [{ verdict, rule: said, from }];
}

function agentCodeRule(
  verdict: Verdict,
  tool: string,
  pattern: string,
): { readonly rule?: RuleObject; readonly loss?: string } {
  if (tool === 'Bash') return ruleFromGlob(verdict, readCommandGlob(pattern));
  if (tool === 'Read' || tool === 'Write' || tool === 'Edit') {
    const { glob, ...loss } = readPathText(verdict, pattern);
    return { rule: { rule: `${tool}(${glob})` }, ...loss };
  }
  if (pattern === '*') return { rule: { rule: tool } };
  if (verdict === 'allow')
    return { loss: 'what the pattern is compared with is not known; left out, so it is asked about' };
  return { rule: { rule: tool }, loss: `what the pattern is compared with is not known; all of ${tool}` };
}
