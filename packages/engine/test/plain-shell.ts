import type { Check } from '../src/facts/part.ts';
import type { Tool } from '../src/facts/tool.ts';
import { commandOf, partOf } from './part-of.ts';

/** A shell that knows one command at a time and nothing about what it does, so that only rules and modes speak. */
export function plainShell(check: (command: string) => Check = () => ({ outcome: 'pass' })): Tool {
  return {
    name: 'Bash',
    kind: 'shell',
    read: (call) => {
      const command = String(call.input['command']);
      return [partOf({ kind: 'shell', label: command, subject: commandOf(command), check: check(command) })];
    },
    offer: (call) => [
      { rules: [`Bash(${String(call.input['command'])})`], covers: 'exactly this command' },
      { rules: ['Bash'], covers: 'every command' },
    ],
  };
}
