import { stringify } from 'smol-toml';
import type { CommandRule, ToolRule } from '../../rules/pattern.ts';
import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rules/rule.ts';
import type { Verdict } from '../../rules/verdict.ts';
import { namesThere } from '../built-in-tools.ts';
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
import { geminiTools } from './tools.ts';

const decisions = { allow: 'allow', ask: 'ask_user', deny: 'deny' } as const;
/** The higher number decides there, so the stricter verdict gets it. */
const priorities = { allow: 100, ask: 200, deny: 300 } as const;

export function writeGemini(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Gemini CLI');
  const rules = (['deny', 'ask', 'allow'] as const).flatMap((verdict) =>
    rulesWithVerdict(layers, verdict).flatMap((rule) => toTable(verdict, rule, report)),
  );
  const lists = toolListsOf(layers);
  for (const name of lists.hidden) rules.push(...hiddenTable(name, report));
  loseVisible(lists, 'Gemini CLI', report);
  if (layers.some(({ unlisted }) => unlisted === 'deny'))
    rules.push({ toolName: '*', decision: 'deny', priority: 1 });
  const mode = report.modeOf(layers);
  if (mode !== undefined && mode !== 'default')
    report.note(`mode: ${mode}`, 'it is a flag of Gemini CLI, not a rule', 'not-carried');
  return { text: rules.length === 0 ? '' : stringify({ rule: rules }), losses: report.losses() };
}

type Table = Record<string, string | number | string[]>;

/** A tool that is denied as a whole is not shown there. */
function hiddenTable(name: string, report: Writing): readonly Table[] {
  if (name.startsWith('mcp__')) return toTable('deny', { rule: name }, report);
  const [first, ...more] = theirNames(name, geminiTools);
  if (first === undefined) {
    loseHidden(name, 'Gemini CLI', report);
    return [];
  }
  const toolName = more.length === 0 ? first : [first, ...more];
  return [{ toolName, decision: decisions.deny, priority: priorities.deny }];
}

function toTable(verdict: Verdict, spec: RuleObject, report: Writing): readonly Table[] {
  const said = ruleSubject(verdict, spec);
  if ('why' in said) {
    report.lose(verdict, spec, said.why);
    return [];
  }
  const message = spec.guidance ?? spec.message;
  if (verdict !== 'deny') report.loseWords(spec);
  return [
    {
      ...said.subject,
      decision: decisions[verdict],
      priority: priorities[verdict],
      ...(verdict === 'deny' && message !== undefined ? { denyMessage: message } : {}),
    },
  ];
}

function ruleSubject(verdict: Verdict, spec: RuleObject): { readonly subject: Table } | Inexpressible {
  const plain = plainPattern(spec);
  if ('why' in plain) return plain;
  const { pattern } = plain;
  switch (pattern.about) {
    case 'kind':
      return { subject: { toolName: kinds[pattern.of] } };
    case 'effect':
      return noEffects;
    case 'command':
      return fromCommand(verdict, pattern);
    case 'mcp':
      if (
        pattern.argument !== undefined ||
        pattern.server.includes('*') ||
        pattern.tool.replace(/\*$/u, '').includes('*')
      )
        return { why: 'Gemini CLI names servers and tools with a wildcard at the end only' };
      return { subject: { mcpName: pattern.server, toolName: pattern.tool } };
    case 'tool':
      return fromTool(pattern);
    case 'path':
    case 'host':
      return { why: 'Gemini CLI knows no rules about paths and hosts' };
  }
}

/** Rules about writing speak of both; a rule about one tool does not. */
const oneByOne: ReadonlyMap<string, string> = new Map([...geminiTools, ['replace', 'Edit']]);

/** In the names of Gemini CLI: a deny of `WebFetch` would deny nothing there. */
function fromTool({ name, argument }: ToolRule): { readonly subject: Table } | Inexpressible {
  if (argument !== undefined) return { why: 'conditions on arguments' };
  if (name === '*') return { subject: { toolName: '*' } };
  const [first, ...more] = namesThere(name, { program: 'gemini', ours: oneByOne });
  if (first === undefined) return { why: 'Gemini CLI has no tool of this name' };
  return { subject: { toolName: more.length === 0 ? first : [first, ...more] } };
}

function fromCommand(verdict: Verdict, pattern: CommandRule): { readonly subject: Table } | Inexpressible {
  const words = plainWords(pattern.words);
  if (words === undefined)
    return { why: 'Gemini CLI compares text, not words; only plain words can be said' };
  // An exact deny there misses the same command with one more word.
  if (pattern.open || verdict !== 'allow')
    return { subject: { toolName: 'run_shell_command', commandPrefix: words.join(' ') } };
  return {
    subject: { toolName: 'run_shell_command', commandRegex: `${words.map(escape).join(String.raw`\s+`)}$` },
  };
}

function escape(word: string): string {
  return word.replaceAll(/[\\^$.+?()[\]{}|/]/gu, String.raw`\$&`);
}

const kinds: Readonly<Record<string, string | string[]>> & {
  readonly [K in 'shell' | 'read' | 'write' | 'url' | 'mcp']: string | string[];
} = {
  shell: 'run_shell_command',
  read: ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search'],
  write: ['write_file', 'replace'],
  url: 'web_fetch',
  mcp: 'mcp_*',
};
