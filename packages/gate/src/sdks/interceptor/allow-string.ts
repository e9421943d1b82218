import { posix } from 'node:path';
import type { ToolCall } from '@permesso/engine/call';
import { isPlainCommand } from '../../payloads/copilot-flags.ts';

/** How one call is written after `--allow`. */
export type AllowString =
  | {
      readonly text: string;
      /** The equivalent rule, if the text covers more than the call. */
      readonly rule?: string;
    }
  /** The call cannot be written so that only it is meant. */
  | { readonly why: string };

export interface Program {
  /** How the program reads `shell(git push)`: that command alone, or every command that begins with it. */
  readonly commands: 'exact' | 'prefix';
}

/**
 * `shell(git status)`, `write(/path)`, `MCP_filesystem(read_file)`; `read` and `url` for every file and URL, since
 * there is no narrower form. Built from the call that was decided, never from a program's output.
 *
 * @example
 * ```ts
 * import { allowString } from '@permesso/gate/interceptor';
 * const written = allowString({ tool: 'Bash', input: { command: 'git status' } }, { commands: 'exact' });
 * console.log('text' in written ? `--allow ${written.text}` : written.why);
 * ```
 */
export function allowString({ tool, input, mcp }: ToolCall, { commands }: Program): AllowString {
  const { command, file_path: path } = input;
  if (tool === 'Bash' && typeof command === 'string')
    return isPlainCommand(command)
      ? { text: `shell(${command})`, ...(commands === 'exact' ? {} : { rule: `Bash(${command}:*)` }) }
      : { why: 'only a plain command can be written there, one at a time' };
  if ((tool === 'Write' || tool === 'Edit') && typeof path === 'string')
    return isPlainFile(path) ? { text: `write(${path})` } : { why: 'this path cannot be written there' };
  if (tool === 'Read') return { text: 'read', rule: 'Read' };
  if (tool === 'WebFetch') return { text: 'url', rule: 'WebFetch' };
  if (
    mcp !== undefined &&
    tool === `mcp__${mcp.server}__${mcp.tool}` &&
    isName(mcp.server) &&
    isName(mcp.tool)
  )
    return { text: `MCP_${mcp.server}(${mcp.tool})`, rule: tool };
  return { why: 'the program has no permission for this tool alone' };
}

/** A path that ends in a slash may mean everything below it. */
function isPlainFile(path: string): boolean {
  return /^\/[\p{L}\p{N}_./@+=:~ -]*[\p{L}\p{N}_@+=~-]$/u.test(path) && posix.normalize(path) === path;
}

function isName(text: string): boolean {
  return /^[\w-]+$/u.test(text);
}
