import type { PathRule, ToolRule } from '../../rules/pattern.ts';
import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rules/rule.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import { namesThere, withoutStar } from '../built-in-tools.ts';
import type { ExportedPolicy } from '../format.ts';
import { loseHidden, loseVisible, theirNames, toolListsOf } from '../tool-lists.ts';
import {
  plainPattern,
  plainWords,
  rulesWithVerdict,
  writing,
  type Inexpressible,
  type Writing,
  noEffects,
} from '../writing.ts';
import { opencodeTools } from './tools.ts';

/** Layers -> `permission` of an `opencode.json`. The last match decides there, so the stricter verdicts come last. */
export function writeOpencode(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('OpenCode');
  const unlisted: Verdict = layers.some((layer) => layer.unlisted === 'deny') ? 'deny' : 'ask';
  const tools = new Map<string, Map<string, Verdict>>([['bash', new Map([['*', unlisted]])]]);
  for (const verdict of verdicts) {
    for (const rule of rulesWithVerdict(layers, verdict)) {
      const said = toEntry(verdict, rule);
      if ('why' in said) report.lose(verdict, rule, said.why);
      else {
        report.loseWords(rule);
        noteWidth(said, { verdict, rule, report });
        for (const tool of said.tools) {
          const patterns = tools.get(tool) ?? new Map([['*', unlisted]]);
          for (const pattern of said.patterns) {
            // A key that is there keeps its place; it must come behind what is looser.
            patterns.delete(pattern);
            patterns.set(pattern, verdict);
          }
          tools.set(tool, patterns);
        }
      }
    }
  }
  const lists = toolListsOf(layers);
  for (const name of lists.hidden) {
    const keys = hiddenKeys(name);
    if (keys.length === 0) loseHidden(name, 'OpenCode', report);
    for (const key of keys) tools.set(key, new Map([['*', 'deny']]));
  }
  loseVisible(lists, 'OpenCode', report);
  const mode = report.modeOf(layers);
  if (mode !== undefined && mode !== 'default')
    report.note(`mode: ${mode}`, 'OpenCode has no such mode', 'not-carried');
  report.note(
    'commands that are proven read-only',
    'OpenCode knows none; it asks about all that no rule names',
    'stricter',
  );
  const permission = {
    '*': unlisted,
    ...Object.fromEntries(
      Array.from(tools, ([tool, patterns]) => [
        tool,
        patterns.size === 1 ? patterns.get('*') : Object.fromEntries(patterns),
      ]),
    ),
  };
  return {
    text: `${JSON.stringify({ $schema: 'https://opencode.ai/config.json', permission }, undefined, 2)}\n`,
    losses: report.losses(),
  };
}

const ours: ReadonlyMap<string, string> = new Map(
  Array.from(opencodeTools).flatMap(([key, tool]) => ('rule' in tool ? [[key, tool.rule] as const] : [])),
);

/** Tools of OpenCode that its permission `edit` speaks of: it looks at no other. */
const byEdit: ReadonlySet<string> = new Set(['write', 'patch', 'multiedit', 'apply_patch']);

/** A tool that is denied as a whole is not shown there. */
function hiddenKeys(name: string): readonly string[] {
  if (!name.startsWith('mcp__')) return theirNames(name, ours).filter((key) => !byEdit.has(key));
  const said = toEntry('deny', { rule: name });
  return 'tools' in said ? said.tools : [];
}

type OpencodeEntry =
  | {
      readonly tools: readonly string[];
      readonly patterns: readonly string[];
      readonly narrower?: true;
      readonly wider?: true;
    }
  | Inexpressible;

function noteWidth(
  { narrower, wider }: Extract<OpencodeEntry, { readonly tools: readonly string[] }>,
  {
    verdict,
    rule,
    report,
  }: { readonly verdict: Verdict; readonly rule: RuleObject; readonly report: Writing },
): void {
  const what = `${verdict}: ${rule.rule}`;
  if (verdict === 'allow' && narrower === true)
    report.note(what, 'OpenCode asks first about what lies outside the project', 'stricter');
  if (wider === true) report.note(what, 'OpenCode has one permission for every tool that edits', 'stricter');
}

const kinds = { shell: 'bash', read: 'read', write: 'edit', url: 'webfetch', mcp: undefined } as const;

function toEntry(verdict: Verdict, spec: RuleObject): OpencodeEntry {
  const plain = plainPattern(spec);
  if ('why' in plain) return plain;
  const { pattern } = plain;
  switch (pattern.about) {
    case 'kind': {
      const tool = kinds[pattern.of];
      return tool === undefined
        ? { why: 'OpenCode names the tools of servers one by one' }
        : {
            tools: [tool],
            patterns: ['*'],
            ...(pattern.of === 'read' || pattern.of === 'write' ? { narrower: true } : {}),
          };
    }
    case 'effect':
      return noEffects;
    case 'command': {
      const words = plainWords(pattern.words);
      if (words === undefined)
        return { why: 'OpenCode compares text, not words; only plain words can be said' };
      return { tools: ['bash'], patterns: [pattern.open ? `${words.join(' ')} *` : words.join(' ')] };
    }
    case 'path':
      return fromPath(verdict, pattern);
    case 'host':
      return pattern.host.subdomains || pattern.host.port !== ''
        ? { why: 'OpenCode compares the text of an address' }
        : { tools: ['webfetch'], patterns: [`https://${pattern.host.host}/*`] };
    case 'mcp':
      if (pattern.argument !== undefined) return { why: 'conditions on arguments' };
      return { tools: [`${pattern.server}_${pattern.tool}`], patterns: ['*'] };
    case 'tool':
      return fromTool(verdict, pattern);
  }
}

/** In the names of OpenCode: a deny of `WebFetch` would deny nothing there. */
function fromTool(verdict: Verdict, { name, argument }: ToolRule): OpencodeEntry {
  if (argument !== undefined) return { why: 'conditions on arguments' };
  if (name === '*') return { tools: ['*'], patterns: ['*'] };
  if (edits.has(withoutStar(name)))
    return verdict === 'allow'
      ? { why: 'OpenCode has one permission for every tool that edits' }
      : { tools: ['edit'], patterns: ['*'], wider: true };
  const tools = namesThere(name, { program: 'opencode', ours });
  return tools.length === 0 ? { why: 'OpenCode has no permission of this name' } : { tools, patterns: ['*'] };
}

/** Our names and theirs for tools that edit. */
const edits: ReadonlySet<string> = new Set([...byEdit, 'edit', 'Write', 'Edit', 'MultiEdit']);

/** There a star crosses slashes: of ours only `**` does, and a deny, which floats. */
function fromPath(verdict: Verdict, { glob: { text }, tool, access }: PathRule): OpencodeEntry {
  const inner = text.replaceAll('**/*', '').replaceAll('**', '');
  if (tool !== undefined || /[{}[\]\\?~]/u.test(text) || (verdict === 'allow' && inner.includes('*')))
    return { why: 'OpenCode knows `*` over any directories alone' };
  const glob = text
    .replace(/^\.\//u, '')
    .replace(/^\/\//u, '/')
    .replaceAll('**/*', '*')
    .replaceAll('**/', '*')
    .replaceAll('**', '*');
  return { tools: [access === 'read' ? 'read' : 'edit'], patterns: [glob] };
}
