import type { Part } from '../part.ts';
import type { Tool } from '../tool.ts';

export const shellTool: Tool = {
  name: 'Bash',
  kind: 'shell',
  read: (call) => {
    const text = call.input['command'];
    return [unreadable(typeof text === 'string' ? text : '', 'the text is not analysed')];
  },
  offer: () => [],
};

/** May be any command: no rule narrower than `Bash` covers it, and every deny about commands may match. */
function unreadable(text: string, reason: string): Part {
  return {
    kind: 'shell',
    label: text,
    span: { start: 0, end: text.length },
    subject: { kind: 'command', words: [], aliases: [], escalations: [] },
    effects: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: [reason],
  };
}
