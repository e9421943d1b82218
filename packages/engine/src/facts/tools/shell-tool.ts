import type { ToolCall } from '../../call/tool-call.ts';
import { checkReasons } from '../../messages/tool-checks.ts';
import type { World } from '../../world/world.ts';
import type { Part } from '../part.ts';
import { isPowerShell, powerShellParts } from './powershell-reading.ts';
import { shellParts } from '../shell/effects/shell-parts.ts';
import { shellSuggestions } from '../shell/effects/shell-suggest.ts';
import type { Tool } from '../tool.ts';

/** Arguments that change neither what runs nor where. Any other (`env`, `cwd`, `sandbox`) might. */
const harmless: ReadonlySet<string> = new Set(['command', 'description', 'timeout', 'run_in_background']);

/** Shell text, parsed: every command, redirection and doubt in it is a part. */
export const shellTool: Tool = {
  name: 'Bash',
  kind: 'shell',
  read: (call, world) => {
    const text = call.input['command'];
    if (typeof text !== 'string') throw new TypeError('the call holds no command');
    const here = call.cwd === undefined ? world : { ...world, cwd: call.cwd };
    const parts = partsOf(text, here, call);
    const odd = Object.keys(call.input).filter((name) => !harmless.has(name));
    if (odd.length === 0) return parts;
    const [first, ...rest] = parts;
    return [first, ...rest, oddArguments(odd)];
  },
  offer: (_call, parts) => shellSuggestions(parts),
};

/** Claude Code calls it `PowerShell`; other hosts report which program runs the text. */
export const powerShellTool: Tool = { ...shellTool, name: 'PowerShell' };

function partsOf(text: string, world: World, { tool, shell }: ToolCall): readonly [Part, ...Part[]] {
  const named = shell ?? (tool === 'PowerShell' ? 'powershell' : undefined);
  if (!isPowerShell(named)) return shellParts(text, world, named);
  const read = powerShellParts(text, world);
  if (read === undefined) return shellParts(text, world, named);
  const [first, ...rest] = read;
  return first === undefined ? [nothingRuns(text), ...rest] : [first, ...rest];
}

/** A comment, a printed value, a function that is never called. */
function nothingRuns(text: string): Part {
  return {
    kind: 'shell',
    label: text,
    span: { start: 0, end: text.length },
    subject: {
      kind: 'command',
      words: [{ kind: 'literal', text: 'Write-Output', span: { start: 0, end: text.length } }],
      aliases: [],
      escalations: [],
    },
    accesses: [],
    effects: [{ effect: 'read' }],
    readOnly: true,
    insideEdit: false,
    check: { outcome: 'allow', reason: checkReasons.readOnly },
    doubts: [],
  };
}

/**
 * The text was read, but not everything that decides how it runs: `workdir` moves every file that it names, `env` its programs.
 * No rule narrower than `Bash` covers that, and every deny about commands may match.
 */
function oddArguments(odd: readonly string[]): Part {
  const names = odd.join(', ');
  return {
    kind: 'shell',
    label: `the argument ${names}`,
    subject: { kind: 'command', words: [], aliases: [], escalations: [] },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: [`the argument ${names} may change what runs`],
  };
}
