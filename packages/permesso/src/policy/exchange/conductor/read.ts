import type { Kind } from '../../../call/kind.ts';
import { createDraft } from '../draft.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { fieldOf, isRecord, listOf, readYaml } from '../read-yaml.ts';

const named: { readonly [K in Exclude<Kind, 'other'>]: string } = {
  shell: 'Bash',
  write: 'Write',
  read: 'Read',
  url: 'WebFetch',
  mcp: 'mcp',
};

/** `tool_permissions` of a workflow: a decision for each kind of call, and one for the rest. Nobody is ever asked. */
export function readConductor(text: string, options: ReadOptions): ReadResult {
  const source = readYaml(text);
  if ('error' in source) return source;
  const found =
    fieldOf(source.value, 'workflow', 'runtime', 'tool_permissions') ??
    fieldOf(source.value, 'runtime', 'tool_permissions') ??
    fieldOf(source.value, 'tool_permissions') ??
    source.value;
  if (!isRecord(found)) return { error: 'there are no tool_permissions in it' };
  const draft = createDraft();
  const isDenied = fieldOf(found, 'default') === 'deny';
  const fallback = fieldOf(found, 'default') ?? 'allow';
  if (fallback !== 'allow' && fallback !== 'deny')
    draft.lose(
      { why: 'neither allow nor deny; taken for deny', effect: 'stricter' },
      { what: `default: ${String(fallback)}` },
    );
  // A later rule for the same kind replaces an earlier one.
  const decisions = new Map<string, unknown>();
  for (const rule of listOf(fieldOf(found, 'rules')))
    decisions.set(String(fieldOf(rule, 'kind')), fieldOf(rule, 'decision') ?? 'allow');
  for (const kind of decisions.keys())
    if (!Object.hasOwn(named, kind))
      draft.lose({ why: 'there is no such kind', effect: 'not-carried' }, { what: `kind: ${kind}` });
  const allowed = (kind: string): boolean => (decisions.get(kind) ?? fallback) === 'allow';
  for (const [kind, rule] of Object.entries(named))
    draft.add(allowed(kind) ? 'allow' : 'deny', rule, { what: `kind: ${kind}` });
  if (allowed('shell') && (['read', 'write', 'url'] as const).some((kind) => !allowed(kind)))
    draft.lose(
      { why: 'a denied kind also binds shell commands that do the same', effect: 'stricter' },
      { what: 'kind: shell' },
    );
  if (!isDenied && fallback === 'allow') draft.add('allow', '*', { what: 'default: allow' });
  draft.lose(
    { why: 'nobody is asked, so protected paths and dangerous removals are denied', effect: 'stricter' },
    { what: 'tool_permissions' },
  );
  return draft.finish({ layer: options.layer ?? 'project', mode: 'dontAsk', unlisted: 'deny' });
}
