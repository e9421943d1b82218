import { stringify } from 'smol-toml';
import type { Layer } from '../../layer.ts';
import type { KindRule } from '../../rules/pattern.ts';
import { verdicts } from '../../rules/verdict.ts';
import { namesThere } from '../built-in-tools.ts';
import type { ExportedPolicy } from '../format.ts';
import { loseHidden, loseVisible, theirNames, toolListsOf } from '../tool-lists.ts';
import { plainWords, sayRule, writing, type Inexpressible, type Writing } from '../writing.ts';
import { geminiTools } from './tools.ts';

const decisions = { allow: 'allow', ask: 'ask_user', deny: 'deny' } as const;
/** In Gemini CLI the higher number decides, so the stricter verdict gets it. */
const priorities = { allow: 100, ask: 200, deny: 300 } as const;

export function writeGemini(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Gemini CLI', layers);
  const rules = report.rulesSaid(verdicts.toReversed(), ruleSubject).map(({ said, verdict, rule }): Table => {
    const message = rule.guidance ?? rule.message;
    if (verdict !== 'deny') report.loseWords(rule);
    return {
      ...said.subject,
      decision: decisions[verdict],
      priority: priorities[verdict],
      ...(verdict === 'deny' && message !== undefined ? { denyMessage: message } : {}),
    };
  });
  const lists = toolListsOf(layers);
  for (const name of lists.hidden) rules.push(...hiddenTable(name, report));
  loseVisible(lists, 'Gemini CLI', report);
  if (report.deniesUnlisted) rules.push({ toolName: '*', decision: 'deny', priority: 1 });
  report.loseSettings({ mode: 'it is a flag of Gemini CLI, not a rule' });
  return { text: rules.length === 0 ? '' : stringify({ rule: rules }), losses: report.losses() };
}

type Table = Record<string, string | number | string[]>;

/** Gemini CLI does not show a tool that is denied completely. */
function hiddenTable(name: string, report: Writing): readonly Table[] {
  const denied = { decision: decisions.deny, priority: priorities.deny };
  if (name.startsWith('mcp__')) {
    const said = ruleSubject('deny', { rule: name });
    if ('subject' in said) return [{ ...said.subject, ...denied }];
    report.lose('deny', { rule: name }, said.why);
    return [];
  }
  const [first, ...more] = theirNames(name, geminiTools);
  if (first === undefined) {
    loseHidden(name, 'Gemini CLI', report);
    return [];
  }
  return [{ toolName: more.length === 0 ? first : [first, ...more], ...denied }];
}

/** Rules about writing cover both; a rule about one tool does not. */
const oneByOne: ReadonlyMap<string, string> = new Map([...geminiTools, ['replace', 'Edit']]);

const kinds: Readonly<Record<KindRule['of'], string | string[]>> = {
  shell: 'run_shell_command',
  read: ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search'],
  write: ['write_file', 'replace'],
  url: 'web_fetch',
  mcp: 'mcp_*',
};

const noPlaces: Inexpressible = { why: 'Gemini CLI knows no rules about paths and hosts' };

const ruleSubject = sayRule<{ readonly subject: Table }>({
  kind: ({ of }) => ({ subject: { toolName: kinds[of] } }),
  command: ({ words, open }, verdict) => {
    const texts = plainWords(words);
    if (texts === undefined)
      return { why: 'Gemini CLI compares text, not words; only plain words can be said' };
    // In Gemini CLI an exact deny misses the same command with one more word.
    if (open || verdict !== 'allow')
      return { subject: { toolName: 'run_shell_command', commandPrefix: texts.join(' ') } };
    const shape = texts.map((word) => word.replaceAll(/[\\^$.+?()[\]{}|/]/gu, String.raw`\$&`));
    return {
      subject: { toolName: 'run_shell_command', commandRegex: `${shape.join(String.raw`\s+`)}$` },
    };
  },
  mcp: ({ server, tool, argument }) =>
    argument !== undefined || server.includes('*') || tool.replace(/\*$/u, '').includes('*')
      ? { why: 'Gemini CLI names servers and tools with a wildcard at the end only' }
      : { subject: { mcpName: server, toolName: tool } },
  // Uses Gemini CLI's names: a deny of `WebFetch` would deny nothing there.
  tool: ({ name, argument }) => {
    if (argument !== undefined) return { why: 'conditions on arguments' };
    if (name === '*') return { subject: { toolName: '*' } };
    const [first, ...more] = namesThere(name, { program: 'gemini', ours: oneByOne });
    if (first === undefined) return { why: 'Gemini CLI has no tool of this name' };
    return { subject: { toolName: more.length === 0 ? first : [first, ...more] } };
  },
  path: () => noPlaces,
  host: () => noPlaces,
});
