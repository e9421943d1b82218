import type { Part } from '../part.ts';
import { shellParts } from '../shell/effects/shell-parts.ts';
import { shellSuggestions } from '../shell/effects/shell-suggest.ts';
import type { Tool } from '../tool.ts';

/** Arguments that change neither what runs nor where. Any other (`env`, `cwd`, `sandbox`) might. */
const harmless: ReadonlySet<string> = new Set(['command', 'description', 'timeout', 'run_in_background']);

/** Shell text, opened: every command, redirection and doubt in it is a part of its own. */
export const shellTool: Tool = {
  name: 'Bash',
  kind: 'shell',
  read: (call, world) => {
    const text = call.input['command'];
    if (typeof text !== 'string') throw new TypeError('the call holds no command');
    const here = call.cwd === undefined ? world : { ...world, cwd: call.cwd };
    const parts = shellParts(text, here, call.shell);
    const odd = Object.keys(call.input).filter((name) => !harmless.has(name));
    if (odd.length === 0) return parts;
    const [first, ...rest] = parts;
    return [withOddArguments(first, odd), ...rest.map((part) => withOddArguments(part, odd))];
  },
  offer: (_call, parts) => shellSuggestions(parts),
};

/** The text was read, but not all that decides how it runs: nothing is proven, and no rule about words covers it. */
function withOddArguments(part: Part, odd: readonly string[]): Part {
  const why = `the argument ${odd.join(', ')} may change what runs`;
  const { subject } = part;
  return {
    ...part,
    readOnly: false,
    insideEdit: false,
    check: part.check.outcome === 'allow' ? { outcome: 'pass' } : part.check,
    subject:
      subject.kind === 'command'
        ? { ...subject, escalations: [...subject.escalations, { at: -1, why }] }
        : subject,
    doubts: [...part.doubts, why],
  };
}
