import { definedFields } from '../../../call/defined-fields.ts';
import type { RuleObject } from '../../rules/rule.ts';
import type { CommandRule } from '../../rules/pattern.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import { readCommandGlob, ruleFromGlob } from '../command-glob.ts';
import { createDraft, type Draft } from '../draft.ts';
import { withNotes } from '../notes.ts';
import { flatten, type Ordered } from '../flatten.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { readPathText } from '../path-glob-text.ts';
import { entry, readJsonc, type JsonNode } from '../read-jsonc.ts';
import { opencodeTools, type OpencodeTool } from './tools.ts';

/** OpenCode does not ask about `cd` and its relatives. */
const changeDirectory: readonly CommandRule[] = ['cd', 'pushd', 'popd'].map((text) => ({
  about: 'command',
  words: [{ is: 'literal', text }],
  open: true,
}));

/**
 * `permission` of an `opencode.json`: an ordered map; of all matching patterns, the last decides. Several files are passed as
 * `{"files": [...]}`, the most important last.
 */
export function readOpencode(text: string, options: ReadOptions): ReadResult {
  const source = readJsonc(text);
  if ('error' in source) return source;
  const draft = createDraft({ byTool: true });
  const files = entry(source.root, 'files')?.items ?? [source.root];
  const ordered = files.flatMap((root) => readConfig(root, draft)).toReversed();
  const flat = flatten(ordered, draft, { alsoAllowed: changeDirectory });
  if (!ordered.some(({ from }) => from.what.startsWith('*:')))
    draft.stricter('OpenCode runs what no rule names; here it is asked about', {
      what: 'calls that no rule names',
    });
  return withNotes(draft.finish({ layer: options.layer ?? 'project', ...flat }), { host: 'OpenCode' });
}

/** Rules for all agents, then those for one agent, which take precedence. */
function readConfig(root: JsonNode, draft: Draft): readonly Ordered[] {
  const agents = ['agent', 'mode'].flatMap((name) => entry(root, name)?.entries ?? []);
  return [
    ...readLegacyTools(entry(root, 'tools'), draft),
    ...readPermission(entry(root, 'permission'), { draft, agents: undefined }),
    ...agents.flatMap(([name, node]) => readPermission(entry(node, 'permission'), { draft, agents: [name] })),
  ];
}

interface OpencodeContext {
  readonly draft: Draft;
  readonly agents: readonly string[] | undefined;
}

function readPermission(node: JsonNode | undefined, reading: OpencodeContext): readonly Ordered[] {
  if (node === undefined) return [];
  if (typeof node.value === 'string') return readTool('*', node, reading);
  return node.entries.flatMap(([tool, value]) => readTool(tool, value, reading));
}

function readTool(name: string, node: JsonNode, reading: OpencodeContext): readonly Ordered[] {
  const tool: OpencodeTool = opencodeTools.get(name) ?? { is: 'other', rule: name };
  const rows: readonly (readonly [string, JsonNode])[] =
    typeof node.value === 'string' ? [['*', node]] : node.entries;
  return rows.flatMap(([pattern, value]) => {
    const from = { what: `${name}: ${pattern}`, line: value.line };
    const verdict = verdicts.find((known) => known === value.value);
    if (verdict === undefined) {
      reading.draft.notCarried(`there is no action \`${String(value.value)}\``, from);
      return [];
    }
    const { rules, loss } = readPattern(verdict, tool, pattern);
    if (loss !== undefined) reading.draft[tool.is === 'unknown' ? 'notCarried' : 'stricter'](loss, from);
    const agents = definedFields({ agents: reading.agents });
    return rules.map((rule): Ordered => ({ verdict, rule: { ...rule, ...agents }, from }));
  });
}

interface Patterns {
  readonly rules: readonly RuleObject[];
  readonly loss?: string;
}

function readPattern(verdict: Verdict, tool: OpencodeTool, pattern: string): Patterns {
  switch (tool.is) {
    case 'shell': {
      const { rule, loss } = ruleFromGlob(verdict, readCommandGlob(pattern));
      return { rules: rule === undefined ? [] : [rule], ...definedFields({ loss }) };
    }
    case 'path': {
      const { glob, loss } = readPathText(verdict, pattern);
      // Outside the project OpenCode asks first, whatever the tool's own rule says.
      const text = glob === '**' ? (verdict === 'allow' ? './**' : '//**') : glob;
      return {
        rules: [{ rule: text === '//**' ? tool.rule : `${tool.rule}(${text})` }],
        ...definedFields({ loss }),
      };
    }
    case 'url':
      return readWebRule(verdict, pattern);
    case 'unknown':
      return { rules: [], loss: tool.why };
    case 'other':
      return readOther(verdict, tool.rule, pattern);
  }
}

function readWebRule(verdict: Verdict, pattern: string): Patterns {
  if (/^\*+$/u.test(pattern)) return { rules: [{ rule: 'WebFetch' }] };
  const [, host, path] = /^https?:\/\/([^/*]+)(\/.*)?$/u.exec(pattern) ?? [];
  if (host !== undefined && (path === undefined || path === '/*' || path === '/'))
    return { rules: [{ rule: `WebFetch(domain:${host})` }] };
  if (verdict === 'allow')
    return { rules: [], loss: 'a rule here speaks of a whole host; left out, so it is asked about' };
  return host === undefined
    ? { rules: [{ rule: 'WebFetch' }], loss: 'the host is not written out; every address' }
    : { rules: [{ rule: `WebFetch(domain:${host})` }], loss: 'a rule here speaks of a whole host' };
}

/** OpenCode names MCP tools `server_tool`; which part is the server, or whether there is one, is ambiguous. */
function readOther(verdict: Verdict, name: string, pattern: string): Patterns {
  const isWhole = /^\*+$/u.test(pattern);
  if (!isWhole && verdict === 'allow')
    return { rules: [], loss: 'what the pattern is compared with is not known; asked about' };
  const loss = isWhole ? {} : { loss: `what the pattern is compared with is not known; all of ${name}` };
  if (!/^[a-z\d-]+_/u.test(name) || name === '*') return { rules: [{ rule: name }], ...loss };
  const [server = '', ...rest] = name.split('_');
  const tool = rest.join('_');
  const served = { rule: `mcp__${server}__${tool === '' ? '*' : tool}` };
  // As a plain name, a wildcard would allow tools of servers with the same prefix.
  const isPlain = verdict !== 'allow' || !name.includes('*');
  return { rules: isPlain ? [served, { rule: name }] : [served], ...loss };
}

/** `tools: { bash: false }`, the setting that preceded permissions. */
function readLegacyTools(node: JsonNode | undefined, draft: Draft): readonly Ordered[] {
  return (node?.entries ?? []).flatMap(([name, { value, line }]) => {
    if (value !== false) return [];
    const from = { what: `tools.${name}: false`, line };
    const tool: OpencodeTool = opencodeTools.get(name) ?? { is: 'other', rule: name };
    if (tool.is === 'unknown') {
      draft.notCarried(tool.why, from);
      return [];
    }
    return readPattern('deny', tool, '*').rules.map((rule): Ordered => ({ verdict: 'deny', rule, from }));
  });
}
