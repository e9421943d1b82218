import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { definedFields, messageOf } from '@permesso/engine/call';
import {
  type AccessTokens,
  createGateway,
  type Gateway,
  serveHttp,
  readListen,
  type Listen,
  filled,
  nameProblem,
  readAddress,
  readServers,
  ServersError,
  type ServerSpec,
  serveStdio,
  printSummary,
} from '@permesso/gate/mcp-gateway';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { cwdOption, loadOptions, modeOption, policyOptions } from '../policy-options.ts';
import { issuerFrom, principalsOption, storesFrom, storesOption } from '../stores-option.ts';
import { principalTokens } from '@permesso/gate/http';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Runs an MCP gateway between clients and servers: hides tools and decides each call.',
  usage: 'mcp [options] (--name NAME (-- COMMAND [ARGS...] | --url URL) | --config FILE)',
  options: [
    { name: 'name', value: 'NAME', help: 'the server name in rules: mcp__NAME__tool' },
    { name: 'url', value: 'URL', help: 'a server that speaks streamable HTTP' },
    { name: 'header', value: 'NAME:VALUE', repeats: true, help: 'sent to --url; ${VARIABLE} is filled in' },
    { name: 'config', value: 'FILE', help: 'several servers, as in mcpServers; tools become NAME__tool' },
    { name: 'listen', value: 'HOST:PORT', help: 'serves HTTP on this machine instead of stdin and stdout' },
    { name: 'no-elicitation', help: 'do not ask through the client; use `permesso answer`' },
    { name: 'wait', value: 'SECONDS', help: 'seconds until an unanswered request expires (default: 3600)' },
    storesOption,
    {
      ...principalsOption,
      help: 'with --listen: which access tokens are accepted; JSON with issuer, audience and keys',
    },
    ...policyOptions,
    cwdOption,
    { name: 'json', help: 'the summary at the end as JSON' },
  ],
  examples: [
    [
      'permesso mcp --name files -- npx -y @modelcontextprotocol/server-filesystem .',
      'the command that a client starts instead of the server',
    ],
    [
      'permesso mcp --config .mcp.json --listen 127.0.0.1:8808',
      'all servers of a project behind one address',
    ],
    [
      "permesso mcp --name wiki --url https://wiki.example --header 'X-Key: ${KEY}'",
      'a server elsewhere; the key stays in the environment',
    ],
  ],
  exitCodes: [
    [0, 'the client disconnected'],
    [69, 'no server ever answered'],
  ],
  run: async (given, out) => {
    const report = (line: string): void => out.complain(`permesso mcp: ${line}`);
    const policy = loadOptions(given);
    const listen = listenFrom(given);
    const issuer = issuerFrom(given);
    if (issuer !== undefined && listen === undefined)
      throw new UsageError('--principals is for --listen: on stdin and stdout there is one client');
    const opened = await storesFrom(given, policy.cwd);
    const gateway = createGateway({
      servers: serversFrom(given, policy.cwd),
      many: given.value('config') !== undefined,
      policy,
      ...modeOption(given),
      elicits: !given.flag('no-elicitation'),
      patience: patienceFrom(given),
      requirePrincipal: issuer !== undefined,
      ...definedFields({ stores: opened?.stores }),
      report,
    });
    try {
      const access = issuer === undefined ? undefined : { ...issuer, read: principalTokens(issuer) };
      await serveOn(gateway, { listen, ...definedFields({ access }) }, report);
    } finally {
      gateway.close();
      await opened?.close();
    }
    finish(gateway, given, out);
    return gateway.wasReached() || listen !== undefined ? 0 : 69;
  },
};

async function serveOn(
  gateway: Gateway,
  { listen, access }: { readonly listen: Listen | undefined; readonly access?: AccessTokens },
  report: (line: string) => void,
): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopped.resolve());
  if (listen === undefined) {
    let close: (() => void) | undefined;
    const served = serveStdio({ input: process.stdin, output: process.stdout }, (stray) => {
      const session = gateway.open({ stray, shared: false });
      close = session.close;
      return session;
    });
    await Promise.race([served, stopped.promise]);
    close?.();
    process.stdin.destroy();
    return;
  }
  const front = await serveHttp({ listen, open: gateway.open, ...definedFields({ access }), report });
  report(`listening on ${front.url}`);
  await stopped.promise;
  front.close();
}

function finish(gateway: Gateway, given: CommandInput, out: Output): void {
  const summary = gateway.summary();
  out.complain(given.flag('json') ? JSON.stringify(summary) : `permesso mcp: ${printSummary(summary)}`);
}

function serversFrom(given: CommandInput, cwd: string): ReadonlyMap<string, ServerSpec> {
  try {
    return readGiven(given, cwd);
  } catch (error) {
    if (error instanceof ServersError) throw new UsageError(error.message);
    throw error;
  }
}

function readGiven(given: CommandInput, cwd: string): ReadonlyMap<string, ServerSpec> {
  const [config, url, name] = [given.value('config'), given.value('url'), given.value('name')];
  const [command, ...args] = given.operands;
  if ([config, url, command].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('say one of: -- COMMAND, --url URL, --config FILE');
  if (config !== undefined) {
    if (name !== undefined) throw new UsageError('--config names its servers itself');
    return readServers(readTextOrFail(resolve(cwd, config)), { file: config, env: process.env });
  }
  if (name === undefined)
    throw new UsageError(`rules know the server by its name: add --name ${suggestedName(command ?? '')}`);
  const problem = nameProblem(name);
  if (problem !== undefined) throw new UsageError(`--name ${name}: ${problem}`);
  if (command !== undefined) return new Map([[name, { by: 'process', command, args, cwd }]]);
  return new Map([
    [name, { by: 'address', url: readAddress(url ?? '', '--url'), headers: headersFrom(given) }],
  ]);
}

function suggestedName(command: string): string {
  return (
    basename(command)
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'files'
  );
}

function headersFrom(given: CommandInput): Readonly<Record<string, string>> {
  const pairs = given.values('header').map((text) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new UsageError('--header takes NAME:VALUE');
    return [name.toLowerCase(), filled(value, { place: `--header ${name}`, env: process.env })] as const;
  });
  return Object.fromEntries(pairs);
}

function listenFrom(given: CommandInput): Listen | undefined {
  const place = given.value('listen');
  const listen = place === undefined ? undefined : readListen(place);
  if (place !== undefined && listen === undefined)
    throw new UsageError(`--listen ${place}: only this machine may reach it, so say 127.0.0.1:PORT`);
  return listen;
}

function patienceFrom(given: CommandInput): number {
  const seconds = Number(given.value('wait') ?? 3600);
  if (!Number.isFinite(seconds) || seconds <= 0) throw new UsageError('--wait takes a number of seconds');
  return seconds * 1000;
}

function readTextOrFail(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  }
}
