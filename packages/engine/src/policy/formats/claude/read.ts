import type { Layer } from '../../layer.ts';
import { readMode } from '../../mode-name.ts';
import type { LayerName } from '../../rules/rule.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import { createDraft, type Draft } from '../draft.ts';
import { withNotes } from '../notes.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { entry, readJsonc, textsIn, type JsonNode } from '../read-jsonc.ts';
import { inertAllow, readClaudeRule } from './read-rule.ts';

/** Claude Code's `settings.json` of any scope. Deny, ask, allow, across all scopes: the same order as ours. */
export function readClaude(text: string, options: ReadOptions): ReadResult {
  const source = readJsonc(text);
  if ('error' in source) return source;
  const draft = createDraft({ byTool: true });
  const permissions = entry(source.root, 'permissions');
  const layer: LayerName = options.layer ?? 'project';
  for (const verdict of verdicts) readList(entry(permissions, verdict), { verdict, draft, layer });
  noteOthers(source.root, permissions, draft);
  const read = draft.finish({
    layer,
    ...readModes(permissions, draft),
    ...directories(permissions),
    ...restrictions(source.root, { layer, draft }),
  });
  return withNotes(read, { host: 'Claude Code', bindsCommands: true });
}

function readList(
  node: JsonNode | undefined,
  { verdict, draft, layer }: { verdict: Verdict; draft: Draft; layer: LayerName },
): void {
  for (const item of node?.items ?? []) {
    if (typeof item.value !== 'string') {
      draft.notCarried('a rule is a text', {
        what: JSON.stringify(item.value) ?? 'an object',
        line: item.line,
      });
      continue;
    }
    const from = { what: item.value, line: item.line };
    const inert = verdict === 'allow' ? inertAllow(item.value) : undefined;
    if (inert === undefined) draft.take(verdict, readClaudeRule(verdict, item.value, layer), from);
    else draft.notCarried(inert, from);
  }
}

function readModes(permissions: JsonNode | undefined, draft: Draft): Pick<Layer, 'mode'> {
  const named = entry(permissions, 'defaultMode');
  if (entry(permissions, 'denyInsteadOfPrompting')?.value === true) return { mode: 'dontAsk' };
  if (typeof named?.value !== 'string') return {};
  const from = { what: `defaultMode: ${named.value}`, line: named.line };
  if (named.value === 'auto') {
    draft.stricter('a model decides there; here a person is asked', from);
    return { mode: 'default' };
  }
  const mode = readMode(named.value);
  if (mode === undefined) {
    draft.stricter('there is no such mode; the default mode is used', from);
    return {};
  }
  if (mode === 'bypass') {
    // Claude Code asks about removing the root, home or project directory even in this mode; our bypass asks about nothing.
    for (const rule of ['Bash(rm -r:*)', 'Bash(rm -R:*)', 'Bash(rm --recursive:*)'])
      draft.add('ask', rule, from);
    draft.stricter('every recursive removal is asked about, not only that of critical paths', from);
  }
  return { mode };
}

function directories(permissions: JsonNode | undefined): Pick<Layer, 'workingDirectories'> {
  const named = textsIn(entry(permissions, 'additionalDirectories')).map(({ text }) => text);
  return named.length === 0 ? {} : { workingDirectories: [...new Set(named)] };
}

function restrictions(
  root: JsonNode,
  { layer, draft }: { readonly layer: LayerName; readonly draft: Draft },
): Pick<Layer, 'restrict'> {
  const onlyManaged = entry(root, 'allowManagedPermissionRulesOnly');
  const disabled = [
    entry(root, 'permissions', 'disableBypassPermissionsMode'),
    entry(root, 'disableBypassPermissionsMode'),
  ].find((node) => node?.value === 'disable');
  if (onlyManaged?.value !== true && disabled === undefined) return {};
  if (layer !== 'managed') {
    draft.notCarried('only a managed policy can say so', {
      what: disabled === undefined ? 'allowManagedPermissionRulesOnly' : 'disableBypassPermissionsMode',
      line: (disabled ?? onlyManaged)?.line ?? 1,
    });
    return {};
  }
  return {
    restrict: {
      ...(onlyManaged?.value === true ? { onlyManagedAllow: true } : {}),
      ...(disabled === undefined ? {} : { modes: ['default', 'acceptEdits', 'explore', 'dontAsk'] }),
    },
  };
}

const others: readonly (readonly [key: string, why: string])[] = [
  ['hooks', 'hooks may decide about calls too; they stay with Claude Code'],
  ['sandbox', 'a sandbox contains what rules only guide; it stays with Claude Code'],
];

const understood: ReadonlySet<string> = new Set([
  ...verdicts,
  'defaultMode',
  'denyInsteadOfPrompting',
  'additionalDirectories',
  'disableBypassPermissionsMode',
]);

function noteOthers(root: JsonNode, permissions: JsonNode | undefined, draft: Draft): void {
  for (const [key, why] of others) {
    const node = entry(root, key);
    if (node !== undefined) draft.notCarried(why, { what: key, line: node.line });
  }
  for (const [key, { line }] of permissions?.entries ?? []) {
    if (!understood.has(key)) draft.notCarried('not known here', { what: `permissions.${key}`, line });
  }
}
