import { readFileSync } from 'node:fs';
import { definedFields } from '@permesso/engine/call';
import { createPolicyGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { tokenFromFile, serveDecisions as serve, type MutualTls, createWire } from '@permesso/gate/wire';
import { UsageError, type Command, type CommandInput } from '../command.ts';
import { cwdOption, loadOptions, modeOption, policyOptions } from '../policy-options.ts';
import { principalsFrom, principalsOption, storesFrom, storesOption } from '../stores-option.ts';

export const serveDecisions: Command = {
  name: 'serve-decisions',
  summary: 'Decides calls for programs in any language over HTTP on this machine, with a token.',
  usage: 'serve-decisions --token-file FILE [options]',
  alone: true,
  options: [
    ...policyOptions,
    {
      name: 'token-file',
      value: 'FILE',
      help: 'the token that clients send; the file is created if missing',
    },
    {
      name: 'approver-token-file',
      value: 'FILE',
      help: 'turns answers on, for those who have this other token',
    },
    { name: 'port', value: 'N', help: 'port to listen on (default: any free one)' },
    cwdOption,
    { name: 'log', value: 'DIR', help: 'record authorized calls and how they ended in this folder' },
    storesOption,
    principalsOption,
    { name: 'tls-cert', value: 'FILE', help: 'with --tls-key and --client-ca: both sides show certificates' },
    { name: 'tls-key', value: 'FILE', help: 'the key of that certificate' },
    { name: 'client-ca', value: 'FILE', help: 'the authority that signs client certificates' },
    { name: 'listen', value: 'ADDRESS', help: 'only with certificates (default: 127.0.0.1)' },
    {
      name: 'name',
      value: 'NAME',
      repeats: true,
      help: 'a name by which clients reach it, with certificates',
    },
    { name: 'json', help: 'print the address as JSON' },
  ],
  examples: [
    [
      'permesso serve-decisions --token-file ~/.config/my-app/token',
      'prints the address; the token is in the file',
    ],
    [
      'permesso serve-decisions --token-file token --stores sqlite:app.db',
      'shares approvals, limits and the log with an app on the same stores',
    ],
  ],
  exitCodes: [[0, 'ended with Ctrl-C or SIGTERM']],
  run: async (given, out) => {
    const file = given.value('token-file');
    if (file === undefined) throw new UsageError('--token-file FILE is missing');
    const approverFile = given.value('approver-token-file');
    const tokens = {
      decide: tokenFromFile(file),
      ...(approverFile === undefined ? {} : { approve: tokenFromFile(approverFile) }),
    };
    const directory = given.value('log');
    const log = directory === undefined ? undefined : fileLog({ directory });
    const tls = tlsOptions(given);
    const policy = loadOptions(given);
    const opened = await storesFrom(given, policy.cwd);
    const principals = principalsFrom(given);
    const gate = createPolicyGate({
      ...policy,
      ...modeOption(given),
      stores: { ...opened?.stores, ...definedFields({ log }) },
      requirePrincipal: principals !== undefined,
    });
    const served = await serve({
      wire: createWire(gate, { answers: approverFile !== undefined }),
      tokens,
      onError: gate.fail,
      port: portOf(given),
      ...definedFields({ tls, principals }),
    });
    out.print(given.flag('json') ? JSON.stringify({ address: served.address }) : served.address);
    await stopped();
    await served.close();
    await opened?.close();
    log?.close();
    return 0;
  },
};

function portOf(given: CommandInput): number {
  const port = Number(given.value('port') ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port takes a port number');
  return port;
}

/** All three files or none: anything less would be a server that anybody can reach. */
function tlsOptions(given: CommandInput): MutualTls | undefined {
  const [cert, key, authority] = [given.value('tls-cert'), given.value('tls-key'), given.value('client-ca')];
  const address = given.value('listen');
  const names = given.values('name');
  if (cert === undefined && key === undefined && authority === undefined) {
    if (address !== undefined || names.length > 0)
      throw new UsageError('--listen and --name need --tls-cert, --tls-key and --client-ca');
    return undefined;
  }
  if (cert === undefined || key === undefined || authority === undefined)
    throw new UsageError('--tls-cert, --tls-key and --client-ca go together');
  return {
    certificate: readFileSync(cert, 'utf8'),
    key: readFileSync(key, 'utf8'),
    clientAuthority: readFileSync(authority, 'utf8'),
    names,
    ...definedFields({ address }),
  };
}

function stopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  return promise;
}
