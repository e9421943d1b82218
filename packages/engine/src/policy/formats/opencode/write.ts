import type { Layer } from '../../layer.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import { namesThere, withoutStar } from '../built-in-tools.ts';
import type { ExportedPolicy } from '../format.ts';
import { loseHidden, loseVisible, theirNames, toolListsOf } from '../tool-lists.ts';
import { plainWords, sayRule, writing } from '../writing.ts';
import { opencodeTools } from './tools.ts';

/** Writes layers as `permission` of an `opencode.json`. The last match decides there, so the stricter verdicts come last. */
export function writeOpencode(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('OpenCode', layers);
  const unlisted: Verdict = report.deniesUnlisted ? 'deny' : 'ask';
  const tools = new Map<string, Map<string, Verdict>>([['bash', new Map([['*', unlisted]])]]);
  for (const { said, verdict, rule } of report.rulesSaid(verdicts, toEntry)) {
    const what = `${verdict}: ${rule.rule}`;
    report.loseWords(rule);
    if (verdict === 'allow' && said.narrower === true)
      report.note(what, 'OpenCode asks first about what lies outside the project', 'stricter');
    if (said.wider === true) report.note(what, onlyEdit, 'stricter');
    for (const tool of said.tools) {
      const patterns = tools.get(tool) ?? new Map([['*', unlisted]]);
      // An existing key would keep its place, but it must come after looser ones.
      patterns.delete(said.pattern);
      tools.set(tool, patterns.set(said.pattern, verdict));
    }
  }
  const lists = toolListsOf(layers);
  for (const name of lists.hidden) {
    const keys = hiddenKeys(name);
    if (keys.length === 0) loseHidden(name, 'OpenCode', report);
    for (const key of keys) tools.set(key, new Map([['*', 'deny']]));
  }
  loseVisible(lists, 'OpenCode', report);
  report.loseSettings({ mode: 'OpenCode has no such mode' });
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

/** OpenCode tools that its permission `edit` covers; it ignores any other permission for them. */
const byEdit: ReadonlySet<string> = new Set(['write', 'patch', 'multiedit', 'apply_patch']);

/** OpenCode does not show a tool that is denied completely. */
function hiddenKeys(name: string): readonly string[] {
  if (!name.startsWith('mcp__')) return theirNames(name, ours).filter((key) => !byEdit.has(key));
  const said = toEntry('deny', { rule: name });
  return 'tools' in said ? said.tools : [];
}

interface OpencodeEntry {
  readonly tools: readonly string[];
  readonly pattern: string;
  readonly narrower?: boolean;
  readonly wider?: true;
}

const onlyEdit = 'OpenCode has one permission for every tool that edits';

/** Our names and OpenCode's for editing tools. */
const edits: ReadonlySet<string> = new Set([...byEdit, 'edit', 'Write', 'Edit', 'MultiEdit']);

const kinds = { shell: 'bash', read: 'read', write: 'edit', url: 'webfetch', mcp: undefined } as const;

const toEntry = sayRule<OpencodeEntry>({
  kind: ({ of }) => {
    const tool = kinds[of];
    return tool === undefined
      ? { why: 'OpenCode names the tools of servers one by one' }
      : { tools: [tool], pattern: '*', narrower: of === 'read' || of === 'write' };
  },
  command: ({ words, open }) => {
    const texts = plainWords(words);
    if (texts === undefined)
      return { why: 'OpenCode compares text, not words; only plain words can be said' };
    return { tools: ['bash'], pattern: open ? `${texts.join(' ')} *` : texts.join(' ') };
  },
  // In OpenCode a star matches slashes: of our patterns only `**` does, and a deny, which floats.
  path: ({ glob: { text }, tool, access }, verdict) => {
    const inner = text.replaceAll('**/*', '').replaceAll('**', '');
    if (tool !== undefined || /[{}[\]\\?~]/u.test(text) || (verdict === 'allow' && inner.includes('*')))
      return { why: 'OpenCode knows `*` over any directories alone' };
    const pattern = text
      .replace(/^\.\//u, '')
      .replace(/^\/\//u, '/')
      .replaceAll('**/*', '*')
      .replaceAll('**/', '*')
      .replaceAll('**', '*');
    return { tools: [access === 'read' ? 'read' : 'edit'], pattern };
  },
  host: ({ host: { host, subdomains, port } }) =>
    subdomains || port !== ''
      ? { why: 'OpenCode compares the text of an address' }
      : { tools: ['webfetch'], pattern: `https://${host}/*` },
  mcp: ({ server, tool, argument }) =>
    argument === undefined
      ? { tools: [`${server}_${tool}`], pattern: '*' }
      : { why: 'conditions on arguments' },
  // Uses OpenCode's names: a deny of `WebFetch` would deny nothing there.
  tool: ({ name, argument }, verdict) => {
    if (argument !== undefined) return { why: 'conditions on arguments' };
    if (name === '*') return { tools: ['*'], pattern: '*' };
    if (edits.has(withoutStar(name)))
      return verdict === 'allow' ? { why: onlyEdit } : { tools: ['edit'], pattern: '*', wider: true };
    const tools = namesThere(name, { program: 'opencode', ours });
    return tools.length === 0 ? { why: 'OpenCode has no permission of this name' } : { tools, pattern: '*' };
  },
});
