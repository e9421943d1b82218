import type { ToolCall } from '@permesso/engine/call';

/** A refusal claimed by a program's output. Anything that makes the program print may have written it. */
export type RefusedCall =
  | { readonly call: ToolCall; readonly line: string }
  /** A refusal without a call that can be asked about. */
  | { readonly unreadable: string; readonly line: string };

const atMost = { refusals: 20, letters: 4096 };

const refusing = /^(?:Error: )?Permission denied\b/u;
const named =
  /^(?:Error: )?Permission denied for (shell command|write operation|read operation|MCP tool|URL access): (.*)$/su;
const hint = /^Add '--allow (.*)' to allow this (?:command|operation|tool|access)\.$/u;

interface Kind {
  /** How the program's own advice names it. */
  readonly advice: (target: string) => readonly string[];
  readonly call: (target: string) => Pick<ToolCall, 'tool' | 'input' | 'mcp'> | undefined;
}

const kinds: ReadonlyMap<string, Kind> = new Map([
  [
    'shell command',
    {
      advice: (target) => [`shell(${target})`],
      call: (command) => ({ tool: 'Bash', input: { command } }),
    },
  ],
  [
    'write operation',
    {
      advice: (target) => [`write(${target})`],
      call: (path) => ({ tool: 'Write', input: { file_path: path } }),
    },
  ],
  [
    'read operation',
    {
      advice: (target) => ['read', `read(${target})`],
      call: (path) => ({ tool: 'Read', input: { file_path: path } }),
    },
  ],
  [
    'URL access',
    {
      advice: (target) => ['url', `url(${target})`],
      call: (url) => ({ tool: 'WebFetch', input: { url } }),
    },
  ],
  ['MCP tool', { advice: (target) => [`MCP_${target}`], call: namedMcpTool }],
] satisfies [string, Kind][]);

/** The text does not contain the arguments. */
function namedMcpTool(target: string): ReturnType<Kind['call']> {
  const [, server, tool] = /^([\w-]+)\(([\w-]+)\)$/u.exec(target) ?? [];
  if (server === undefined || tool === undefined) return undefined;
  return { tool: `mcp__${server}__${tool}`, input: {}, mcp: { server, tool } };
}

/**
 * Finds the texts in which a program says that it refused a call. They are claims: each may lead to a request, none
 * to a permission. The advice in the second line is compared, and never followed.
 *
 * @example
 * ```ts
 * import { readRefusals } from '@permesso/gate/interceptor';
 * for (const refused of readRefusals('Error: Permission denied for shell command: git push'))
 *   console.log('call' in refused ? refused.call.tool : refused.unreadable);
 * ```
 */
export function readRefusals(output: string): readonly RefusedCall[] {
  const found: RefusedCall[] = [];
  const lines = output.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  for (const [at, line] of lines.entries()) {
    if (!refusing.test(line)) continue;
    if (found.length === atMost.refusals)
      return [...found, { unreadable: 'there are more refusals than are read', line }];
    found.push(readRefusal(line, adviceBelow(lines, at)));
  }
  return found;
}

/** Up to the next refusal: a multi-line command comes between the two lines of a text. */
function adviceBelow(lines: readonly string[], at: number): string | undefined {
  for (const line of lines.slice(at + 1)) {
    if (refusing.test(line)) return undefined;
    if (line.startsWith("Add '--allow")) return line;
  }
  return undefined;
}

function readRefusal(line: string, advice: string | undefined): RefusedCall {
  const shown = line.slice(0, 200);
  const [, kind = '', target = ''] = named.exec(line) ?? [];
  const found = kinds.get(kind);
  if (found === undefined || target.trim() === '')
    return { unreadable: 'it does not say what was refused', line: shown };
  if (target.length > atMost.letters) return { unreadable: 'it is too long', line: shown };
  // Invisible characters could make a person approve something other than what they read.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(target))
    return { unreadable: 'it holds characters that cannot be seen', line: shown };
  if (advice !== undefined && !found.advice(target).includes(hint.exec(advice)?.[1] ?? ''))
    return { unreadable: 'its two lines name different calls', line: shown };
  const call = found.call(target);
  return call === undefined ? { unreadable: 'it names no tool', line: shown } : { call, line: shown };
}
