import { definedFields } from '../../../call/defined-fields.ts';
import { knownNames } from '../../rules/known-tools.ts';
import { readMode } from '../../mode-name.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import { printPattern } from '../../rules/print-pattern.ts';
import { parseCommandWords } from '../../rules/command-words.ts';
import { textRule } from '../command-glob.ts';
import { createDraft, type Draft, type ReadRule } from '../draft.ts';
import { withNotes } from '../notes.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { readPathText } from '../path-glob-text.ts';
import { fieldOf, listOf, readYaml, shown } from '../read-yaml.ts';
import { isRecord } from '../../../call/is-record.ts';

/** A `PermissionContext` as JSON or YAML: mode, rules by tool, working directories. Deny, ask, allow: the same order as ours. */
export function readAgentscope(text: string, options: ReadOptions): ReadResult {
  const source = readYaml(text);
  if ('error' in source) return source;
  const context = fieldOf(source.value, 'permission_context') ?? source.value;
  if (!isRecord(context) && !Array.isArray(context)) return { error: 'there is no permission context in it' };
  const draft = createDraft();
  readAgentscopeRules(context, draft);
  const named = fieldOf(context, 'mode');
  const mode = typeof named === 'string' ? readMode(named) : undefined;
  if (named !== undefined && mode === undefined)
    draft.stricter('there is no such mode; the default mode is used', { what: `mode: ${shown(named)}` });
  const working = directoriesIn(fieldOf(context, 'working_directories'));
  return withNotes(
    draft.finish({
      layer: options.layer ?? 'user',
      ...definedFields({ mode }),
      ...(working.length === 0 ? {} : { workingDirectories: working }),
    }),
    { host: 'AgentScope' },
  );
}

function readAgentscopeRules(context: unknown, draft: Draft): void {
  for (const verdict of ['allow', 'ask', 'deny'] as const) {
    const lists = fieldOf(context, `${verdict}_rules`);
    for (const [tool, rules] of Object.entries(isRecord(lists) ? lists : {}))
      for (const rule of listOf(rules)) readRule(rule, { draft, tool, verdict });
  }
  for (const rule of [...listOf(context), ...listOf(fieldOf(context, 'rules'))])
    readRule(rule, { draft, tool: '', verdict: 'deny' });
}

function directoriesIn(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value) : listOf(value).filter((item) => typeof item === 'string');
}

function readRule(
  value: unknown,
  { draft, tool, verdict }: { draft: Draft; tool: string; verdict: Verdict },
): void {
  const content = typeof value === 'string' ? value : fieldOf(value, 'rule_content');
  const name = shown(fieldOf(value, 'tool_name') ?? tool);
  const behaviour = fieldOf(value, 'behavior');
  const said =
    typeof behaviour === 'string' ? verdicts.find((each) => each === behaviour.toLowerCase()) : verdict;
  const from = {
    what: `${said ?? String(behaviour)}: ${name}${typeof content === 'string' ? `(${content})` : ''}`,
  };
  if (name === '' || said === undefined) {
    draft.notCarried('not a rule of AgentScope', from);
    return;
  }
  const isWhole = typeof content !== 'string' || content === '';
  draft.take(said, isWhole ? { rule: name } : agentscopeRule(said, name, content), from);
}

function agentscopeRule(verdict: Verdict, name: string, content: string): ReadRule {
  const kind = knownNames.get(name)?.kind;
  if (kind === 'shell') return command(verdict, content);
  if (kind === 'read' || kind === 'write') {
    const { glob, ...loss } = readPathText(verdict, content);
    return { rule: `${name}(${glob})`, ...loss };
  }
  if (content === '*') return { rule: name };
  try {
    return { rule: `${name}(${JSON.stringify(JSON.parse(content) as unknown)})` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (verdict === 'allow') return { loss: `not JSON (${why}); left out, so it is asked about` };
    return { rule: name, loss: `not JSON (${why}); all of ${name}` };
  }
}

/** `npm run:*` is a prefix. Without a wildcard the text may occur anywhere in the line, which only a deny or ask can express. */
function command(verdict: Verdict, content: string): ReadRule {
  if (content === '*' || content === ':*') return { rule: 'Bash' };
  if (content.endsWith(':*')) return { rule: `Bash(${content})` };
  const words = parseCommandWords(content, { offset: 0, open: false });
  if (verdict === 'allow') {
    if (!words.ok) return { loss: `${words.error.message}; left out, so it is asked about` };
    return {
      rule: printPattern(words.value),
      loss: 'AgentScope finds it anywhere in a line; here it is the whole command',
    };
  }
  const text = content
    .replace(/\*+$/u, '')
    .replaceAll(/[\\^$.+?()[\]{}|/]/gu, String.raw`\$&`)
    .replaceAll('*', String.raw`[\s\S]*`);
  return { rule: textRule(text) };
}
