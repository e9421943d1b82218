import { definedFields } from '@permesso/engine/call';
import { createPolicyGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { answerLines, createWire } from '@permesso/gate/wire';
import { UsageError, type Command } from '../command.ts';
import { cwdOption, loadOptions, modeOption, policyOptions } from '../policy-options.ts';

export const decide: Command = {
  name: 'decide',
  summary: 'Decides calls for a program in any language: JSON lines on standard input and output.',
  usage: 'decide --stdio [options]',
  alone: true,
  options: [
    ...policyOptions,
    { name: 'stdio', help: 'one request on each line of standard input, one answer on each line of output' },
    cwdOption,
    { name: 'log', value: 'DIR', help: 'record authorized calls and how they ended in this folder' },
    { name: 'answers', help: 'the program that started this may answer approval requests' },
  ],
  examples: [
    ['permesso decide --stdio', 'what clients start: see docs/wire.md'],
    ['permesso decide --stdio <requests.jsonl', 'one answer for each line of a file'],
  ],
  exitCodes: [[0, 'standard input has ended']],
  run: async (given, out) => {
    if (!given.flag('stdio')) throw new UsageError('decide needs --stdio');
    const directory = given.value('log');
    const log = directory === undefined ? undefined : fileLog({ directory });
    const gate = createPolicyGate({ ...loadOptions(given), ...modeOption(given), ...definedFields({ log }) });
    const wire = createWire(gate, { answers: given.flag('answers') });
    await answerLines(wire, process.stdin, (line) => out.print(line.trimEnd()));
    log?.close();
    return 0;
  },
};
