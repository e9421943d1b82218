import { shellParts } from '../shell/shell-parts.ts';
import type { Tool } from '../tool.ts';

/** Bash text, opened: every command, redirection and doubt in it is a part of its own. */
export const shellTool: Tool = {
  name: 'Bash',
  kind: 'shell',
  read: (call, world) => {
    const text = call.input['command'];
    if (typeof text !== 'string') throw new TypeError('the call holds no command');
    return shellParts(text, call.cwd === undefined ? world : { ...world, cwd: call.cwd });
  },
  offer: () => [],
};
