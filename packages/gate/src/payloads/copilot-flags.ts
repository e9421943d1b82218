import type { ToolCall } from '@permesso/engine/call';
import { apart, contains, plainPattern, rulesWithVerdict, toCopilotPattern } from '@permesso/engine/text';
import { type Layer, parsePattern, type Pattern } from '@permesso/engine/policy';

/** What Copilot is told about a policy before it starts. */
export interface StartFlags {
  readonly args: readonly string[];
  /** Refusals and questions that it has no words for: they hold because nothing is allowed that they speak of. */
  readonly unsaid: readonly string[];
}

/**
 * What the policy refuses or asks about is denied there, and comes to us. Of what it allows, Copilot is told the tools of
 * servers alone, where no unsaid rule speaks of them: it compares commands by their names, so that one rule for
 * `find . -name` would let `find -exec` run, and it knows no protected places.
 */
export function startFlags(layers: readonly Layer[]): StartFlags {
  const denied: string[] = [];
  const unsaid: string[] = [];
  const unsaidPatterns: (Pattern | undefined)[] = [];
  for (const rule of [...rulesWithVerdict(layers, 'deny'), ...rulesWithVerdict(layers, 'ask')]) {
    const said = toCopilotPattern('deny', rule);
    if ('text' in said) denied.push(said.text);
    else {
      unsaid.push(rule.rule);
      const pattern = parsePattern(rule.rule);
      unsaidPatterns.push(pattern.ok ? pattern.value : undefined);
    }
  }
  const allowed = rulesWithVerdict(layers, 'allow').flatMap((rule) => {
    const plain = plainPattern(rule);
    const said = toCopilotPattern('allow', rule);
    if ('why' in plain || 'why' in said || plain.pattern.about !== 'mcp') return [];
    const { pattern } = plain;
    return unsaidPatterns.every((other) => other !== undefined && apart(other, pattern)) ? [said.text] : [];
  });
  return {
    args: [...pairs('--deny-tool', denied), ...pairs('--allow-tool', allowed)],
    unsaid,
  };
}

function pairs(flag: string, patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns)].flatMap((pattern) => [flag, pattern]);
}

/** How one call can be allowed for the next run. `rule` is what Copilot makes of it, where that is more than the call. */
export type GrantFlag =
  | { readonly pattern: string; readonly rule?: string }
  /** It cannot be said at all. */
  | { readonly why: string };

/** Copilot compares the name of a command and its sub-command, never the arguments: approving one is approving all. */
export function grantFlag({ tool, input }: ToolCall): GrantFlag {
  if (tool === 'Bash' && typeof input['command'] === 'string') return commandFlag(input['command']);
  const path = input['file_path'];
  if ((tool === 'Write' || tool === 'Edit') && typeof path === 'string')
    return /^\/[^()*?]+$/u.test(path) ? { pattern: `write(${path})` } : { why: 'its path cannot be said' };
  const [, server, name] = /^mcp__(.+?)__(.+)$/u.exec(tool) ?? [];
  if (server !== undefined && name !== undefined) return { pattern: `${server}(${name})` };
  return { why: 'Copilot has no permission for this tool alone' };
}

function commandFlag(command: string): GrantFlag {
  const words = command.trim().split(/\s+/u);
  const [name = ''] = words;
  if (!isPlainCommand(command)) return { why: 'Copilot can be allowed plain commands only, one at a time' };
  const [, second = ''] = words;
  const known = withSubCommands.has(name) && /^[a-z][a-z-]*$/u.test(second) ? `${name} ${second}` : name;
  return { pattern: `shell(${known})`, rule: `Bash(${known}:*)` };
}

/** Anything but plain words is more than one command, or one that is not known before it runs. */
export function isPlainCommand(command: string): boolean {
  return /^[\w./:=@,+ -]+$/u.test(command) && /^[a-z][\w.-]*(?: |$)/u.test(command.trim());
}

/** Where Copilot was seen to tell sub-commands apart. */
const withSubCommands: ReadonlySet<string> = new Set(['git']);

/** Whether the policy allows all that this rule speaks of, so that nobody need be asked about the rest of it. */
export function isAllowed(rule: string, layers: readonly Layer[]): boolean {
  const wanted = parsePattern(rule);
  if (!wanted.ok) return false;
  const covers = (spec: Parameters<typeof plainPattern>[0]): boolean => {
    const plain = plainPattern(spec);
    return 'pattern' in plain && contains(plain.pattern, wanted.value);
  };
  const touches = (spec: Parameters<typeof plainPattern>[0]): boolean => {
    const pattern = parsePattern(spec.rule);
    return !pattern.ok || !apart(pattern.value, wanted.value);
  };
  return (
    rulesWithVerdict(layers, 'allow').some(covers) &&
    ![...rulesWithVerdict(layers, 'deny'), ...rulesWithVerdict(layers, 'ask')].some(touches)
  );
}
