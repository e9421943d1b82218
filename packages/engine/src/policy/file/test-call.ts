import { knownNames } from '../rules/known-tools.ts';
import { broken, parsed, type Parsed } from '../rules/rule-error.ts';
import type { TestCall } from './policy-file.ts';

/** `Bash(git push --force)`, `Read(.env)`, `refund({"amount": 120})`, `ListFiles`. */
export function parseTestCall(given: string): Parsed<TestCall> {
  const text = given.trim();
  const open = text.indexOf('(');
  if (open === -1)
    return takesArgument(text)
      ? broken(0, `\`${text}\` is called with something`, `write ${text}(...)`)
      : parsed({ text, tool: text, input: {} });
  if (open === 0) return broken(0, 'there is no tool name before the parenthesis', 'write Bash(...)');
  if (!text.endsWith(')')) return broken(text.length, 'the parenthesis is not closed', `write ${text})`);
  const name = text.slice(0, open);
  const inside = text.slice(open + 1, -1);
  const known = knownNames.get(name);
  if (inside.trimStart().startsWith('{') && known?.kind !== 'shell') return readArguments(text, name, inside);
  if (known === undefined || known.kind === 'mcp')
    return inside.trim() === ''
      ? parsed({ text, tool: name, input: {} })
      : broken(open + 1, 'the arguments are not an object', `write ${name}({"name": "value"})`);
  return parsed({ text, ...byKind(name, inside) });
}

function takesArgument(name: string): boolean {
  const known = knownNames.get(name);
  return known !== undefined && known.kind !== 'mcp' && name !== 'Glob' && name !== 'Grep';
}

function readArguments(text: string, tool: string, inside: string): Parsed<TestCall> {
  try {
    const input: unknown = JSON.parse(inside);
    return parsed({ text, tool, input: input as Record<string, unknown> });
  } catch (error) {
    return broken(
      tool.length + 1,
      `not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'quote names and texts with "',
    );
  }
}

/** The common tool of each kind, and the argument that names what it touches. */
function byKind(name: string, inside: string): Pick<TestCall, 'tool' | 'input'> {
  const known = knownNames.get(name);
  switch (known?.kind) {
    case 'shell':
      return { tool: 'Bash', input: { command: inside } };
    case 'read':
      return known.tool === undefined
        ? { tool: 'Read', input: { file_path: inside.trim() } }
        : { tool: known.tool, input: { path: inside.trim() } };
    case 'write':
      return { tool: known.tool ?? (name === 'write' ? 'Write' : name), input: { file_path: inside.trim() } };
    case 'url':
      return {
        tool: 'WebFetch',
        input: { url: inside.includes('://') ? inside.trim() : `https://${inside.trim()}/` },
      };
    case 'mcp':
    case undefined:
      return { tool: name, input: {} };
  }
}
