import { knownNames } from '../../rules/known-tools.ts';
import type { LayerName } from '../../rules/rule.ts';
import type { Verdict } from '../../rules/verdict.ts';
import { readCommandGlob, ruleFromGlob } from '../command-glob.ts';
import type { ReadRule } from '../draft.ts';
import { fromWindowsPath, isWindowsPath } from '../windows-path.ts';

/** One entry of Claude Code's lists. Most use our own syntax; this handles those with a different meaning. */
export function readClaudeRule(verdict: Verdict, text: string, layer: LayerName): ReadRule {
  const { name, inside } = partsOf(text);
  if (inside === undefined || name === '') return { rule: text };
  const kind = knownNames.get(name)?.kind;
  if (kind === 'shell') return readCommand(verdict, inside);
  if (kind === 'read' || kind === 'write') return readPath(verdict, { name, path: inside.trim(), layer });
  if (kind === undefined && !name.startsWith('mcp__')) return readArgument(verdict, name, inside);
  return { rule: text };
}

function partsOf(text: string): { readonly name: string; readonly inside: string | undefined } {
  const [, name = '', inside] = /^([^(]*)(?:\(([\s\S]*)\))?$/u.exec(text.trim()) ?? [];
  return { name, inside };
}

/** Entries that Claude Code accepts in an allow list but never uses: if imported, they would start to allow. */
export function inertAllow(text: string): string | undefined {
  const { name, inside } = partsOf(text);
  if (name.includes('*') && !/^mcp__[^*]+?__[^*]*\*$/u.test(name))
    return 'Claude Code ignores a wildcard in the name of an allowed tool unless it follows mcp__server__';
  if (inside !== undefined && ['Write', 'MultiEdit', 'NotebookEdit', 'Glob', 'Grep'].includes(name))
    return `Claude Code compares paths with Read and Edit rules alone, so ${name}(...) allows nothing there`;
  return undefined;
}

function readCommand(verdict: Verdict, inside: string): ReadRule {
  if (inside.endsWith(':*')) return { rule: `Bash(${inside})` };
  // `:*` before other text is an old spelling of ` *`, with or without the space.
  const glob = inside.replaceAll(/:\*(?=[\s|&;])/gu, verdict === 'allow' ? ' *' : '*');
  return ruleFromGlob(verdict, readCommandGlob(glob));
}

/** What a leading slash means in settings that belong to no project: the folder of the settings file. */
const settingsFolders: ReadonlyMap<string, string> = new Map([
  ['user', '~/.claude'],
  ['managed', '//etc/claude-code'],
]);

function readPath(
  verdict: Verdict,
  { name, path, layer }: { name: string; path: string; layer: LayerName },
): ReadRule {
  const folder = settingsFolders.get(layer);
  if (folder !== undefined && /^\/(?!\/)/u.test(path)) {
    const rule = `${name}(${folder}${path})`;
    return { rule, loss: `a single slash starts beside the settings; written as \`${rule}\`` };
  }
  if (!isWindowsPath(path)) return { rule: `${name}(${path})` };
  const rule = `${name}(${fromWindowsPath(path, verdict)})`;
  return { rule, loss: `a Windows path, written as \`${rule}\`` };
}

/** The argument that the text in parentheses is compared with. */
export const subjects: ReadonlyMap<string, string> = new Map([
  ['Agent', 'subagent_type'],
  ['Task', 'subagent_type'],
  ['Skill', 'skill'],
  ['SlashCommand', 'command'],
]);

/** `Agent(Explore)`, `Skill(review-pr *)`, `Tool(parameter:value)`: a test of one argument. */
function readArgument(verdict: Verdict, name: string, inside: string): ReadRule {
  const [, parameter, value] = /^([A-Za-z_]\w*):(.+)$/su.exec(inside.trim()) ?? [];
  const subject = subjects.get(name);
  const [field, wanted] = subject === undefined ? [parameter, value] : [subject, inside.trim()];
  if (field === undefined || wanted === undefined || (subject === undefined && verdict === 'allow')) {
    if (verdict === 'allow') return { loss: 'one argument does not show that the call is safe; asked about' };
    return { rule: name, loss: `what is meant by the parentheses is not known; all of ${name}` };
  }
  return { rule: { rule: name, when: { [field]: testOf(verdict, wanted) } } };
}

/** Claude Code's rules do not match a call without the argument; a bare deny of ours would suspect it. */
function testOf(verdict: Verdict, wanted: string): unknown {
  const test = wanted.includes('*') ? { matches: `^${globText(wanted)}$` } : { equals: wanted };
  if (verdict !== 'allow') return { exists: true, ...test };
  return 'equals' in test ? wanted : test;
}

function globText(glob: string): string {
  return glob
    .replace(/[\s:]\*$/u, '*')
    .replaceAll(/[\\^$.+?()[\]{}|/]/gu, String.raw`\$&`)
    .replaceAll('*', String.raw`[\s\S]*`);
}
