import { definedFields } from '@permesso/engine/call';
import { createPolicyGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import {
  answerLines,
  createInterceptorServer,
  createWire,
  interceptorLines,
  wireLines,
} from '@permesso/gate/wire';
import { UsageError, type Command } from '../command.ts';
import { cwdOption, loadOptions, modeOption, policyOptions } from '../policy-options.ts';
import { storesFrom, storesOption } from '../stores-option.ts';

export const decide: Command = {
  name: 'decide',
  summary: 'Decides calls for a program in any language: JSON lines on standard input and output.',
  usage: 'decide (--stdio | --interceptor) [options]',
  alone: true,
  options: [
    ...policyOptions,
    { name: 'stdio', help: 'one request on each line of standard input, one answer on each line of output' },
    {
      name: 'interceptor',
      help: 'an MCP server with one interceptor, which validates tool calls (a draft of MCP)',
    },
    { name: 'name', value: 'NAME', help: 'with --interceptor: the server name in rules, mcp__NAME__tool' },
    cwdOption,
    { name: 'log', value: 'DIR', help: 'record authorized calls and how they ended in this folder' },
    storesOption,
    { name: 'answers', help: 'the program that started this may answer approval requests' },
  ],
  examples: [
    ['permesso decide --stdio', 'what clients start: see docs/wire.md'],
    ['permesso decide --stdio <requests.jsonl', 'one answer for each line of a file'],
  ],
  exitCodes: [[0, 'standard input has ended']],
  run: async (given, out) => {
    if (given.flag('stdio') === given.flag('interceptor'))
      throw new UsageError('decide needs --stdio or --interceptor');
    const directory = given.value('log');
    const log = directory === undefined ? undefined : fileLog({ directory });
    const policy = loadOptions(given);
    const opened = await storesFrom(given, policy.cwd);
    const stores = { ...opened?.stores, ...definedFields({ log }) };
    const gate = createPolicyGate({ ...policy, ...modeOption(given), stores });
    const wire = createWire(gate, { answers: given.flag('answers') });
    const answers = given.flag('interceptor')
      ? interceptorLines(createInterceptorServer(wire, definedFields({ server: given.value('name') })))
      : wireLines(wire);
    await answerLines(answers, process.stdin, (line) => out.print(line.trimEnd()));
    await opened?.close();
    log?.close();
    return 0;
  },
};
