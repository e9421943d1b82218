import type { Kind } from '../../../call/kind.ts';
import { createDraft, type Draft } from '../draft.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { fieldOf, listOf, readYaml, shown } from '../read-yaml.ts';
import { isRecord } from '../../../call/is-record.ts';

const rules: readonly { readonly kind: Exclude<Kind, 'other'>; readonly rule: string }[] = [
  { kind: 'shell', rule: 'Bash' },
  { kind: 'write', rule: 'Write' },
  { kind: 'read', rule: 'Read' },
  { kind: 'url', rule: 'WebFetch' },
  { kind: 'mcp', rule: 'mcp' },
];

/** `tool_permissions` of a workflow: a decision for each kind of call, and a default. Nothing is ever asked. */
export function readConductor(text: string, options: ReadOptions): ReadResult {
  const source = readYaml(text);
  if ('error' in source) return source;
  const found = permissionsIn(source.value);
  if (!isRecord(found)) return { error: 'there are no tool_permissions in it' };
  const draft = createDraft();
  const allowed = readDecisions(found, draft);
  for (const { kind, rule } of rules)
    draft.add(allowed(kind) ? 'allow' : 'deny', rule, { what: `kind: ${kind}` });
  if (allowed('shell') && (['read', 'write', 'url'] as const).some((kind) => !allowed(kind)))
    draft.stricter('a denied kind also binds shell commands that do the same', { what: 'kind: shell' });
  if (allowed('other')) draft.add('allow', '*', { what: 'default: allow' });
  draft.stricter('nobody is asked, so protected paths and dangerous removals are denied', {
    what: 'tool_permissions',
  });
  return draft.finish({ layer: options.layer ?? 'project', mode: 'dontAsk', unlisted: 'deny' });
}

function permissionsIn(value: unknown): unknown {
  const places = [
    ['workflow', 'runtime', 'tool_permissions'],
    ['runtime', 'tool_permissions'],
    ['tool_permissions'],
  ];
  return places.map((place) => fieldOf(value, ...place)).find((found) => found !== undefined) ?? value;
}

/** The kind's own decision, or the default. A later rule for the same kind replaces an earlier one. */
function readDecisions(found: unknown, draft: Draft): (kind: Kind) => boolean {
  const fallback = fieldOf(found, 'default') ?? 'allow';
  if (fallback !== 'allow' && fallback !== 'deny')
    draft.stricter('neither allow nor deny; taken for deny', { what: `default: ${shown(fallback)}` });
  const decisions = new Map<string, unknown>();
  for (const rule of listOf(fieldOf(found, 'rules')))
    decisions.set(shown(fieldOf(rule, 'kind')), fieldOf(rule, 'decision') ?? 'allow');
  for (const kind of decisions.keys())
    if (!rules.some((known) => known.kind === kind))
      draft.notCarried('there is no such kind', { what: `kind: ${kind}` });
  return (kind) => (decisions.get(kind) ?? fallback) === 'allow';
}
