import { isRecord } from '@permesso/engine/call';
import { readMembership, teamDirectory } from '@permesso/gate/disk';
import { askOpenly, type ServerReply, type ServerRequest } from '@permesso/gate/team-agent';
import { UsageError, type CommandInput, type CommandOption } from '../command.ts';
import { privateText } from './private-file.ts';
import { serviceToken } from './service-account.ts';

/**
 * The team server's URL and the person's token. A token is never an argument: every user of a machine can see those.
 */
export const personOptions: readonly CommandOption[] = [
  {
    name: 'server',
    value: 'URL',
    help: 'the team server (default: PERMESSO_SERVER, then the one joined here)',
  },
  {
    name: 'token-file',
    value: 'FILE',
    help: 'file with your token, readable only by you (or PERMESSO_TOKEN, PERMESSO_TOKEN_FILE)',
  },
];

/** The server refused the request; the message is the server's. */
export class ServerRefused extends Error {
  readonly status: number;
  /** For programs, where the server gives one: `changed`. */
  readonly code: string | undefined;
  constructor(status: number, why: string, code?: string) {
    super(why);
    this.name = 'ServerRefused';
    this.status = status;
    this.code = code;
  }
}

/** Not done yet: a second person must confirm it. */
export class WaitsForSecondPerson extends Error {
  readonly answer: ServerAnswer;
  constructor(answer: ServerAnswer) {
    super('a second person must confirm it');
    this.name = 'WaitsForSecondPerson';
    this.answer = answer;
  }
}

export type ServerAnswer = Readonly<Record<string, unknown>>;

/** The team server as one person sees it. */
export interface PersonServer {
  readonly url: string;
  /**
   * `ask('POST /v1/projects', { name })`. Throws `ServerRefused` on an unsuccessful answer, and
   * `WaitsForSecondPerson` if a second person must confirm.
   */
  readonly ask: (what: string, json?: unknown) => Promise<ServerAnswer>;
  readonly text: (path: string) => Promise<string>;
}

function codeOf(reply: ServerReply): string | undefined {
  const { code } = reply.json();
  return typeof code === 'string' ? code : undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function personServer(given: CommandInput, env: Environment = process.env): PersonServer {
  const url = serverAddress(given, env);
  const account = nonEmpty(env['PERMESSO_SERVICE_ACCOUNT']);
  const token = account === undefined ? readToken(given, env) : serviceToken(url, account, env);
  const request = async (asked: ServerRequest): Promise<ServerReply> => {
    const reply = await askOpenly(url, { ...asked, headers: { authorization: `Bearer ${await token}` } });
    if (reply.status > 299) throw new ServerRefused(reply.status, refusal(reply), codeOf(reply));
    return reply;
  };
  return {
    url,
    ask: async (what, json) => {
      const [method = 'GET', path = '/'] = what.split(' ');
      const asked = { method: method as NonNullable<ServerRequest['method']>, path };
      const reply = await request(json === undefined ? asked : { ...asked, json });
      if (reply.status === 202) throw new WaitsForSecondPerson(reply.json());
      return reply.json();
    },
    text: async (path) => (await request({ path })).text,
  };
}

function refusal(reply: ServerReply): string {
  if (reply.status === 401)
    return 'the token is not valid: it has expired or was revoked; fix: ask an admin of your team for another one';
  const { problems } = reply.json();
  const more = Array.isArray(problems) ? problems.map((each) => `\n  ${String(each)}`).join('') : '';
  return `${reply.why()}${more}`;
}

const loopback = /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/;

function serverAddress(given: CommandInput, env: Environment): string {
  const named = given.value('server') ?? nonEmpty(env['PERMESSO_SERVER']);
  const address = named ?? readMembership(teamDirectory())?.url;
  if (address === undefined) throw new UsageError('which server? say --server URL, or set PERMESSO_SERVER');
  if (!URL.canParse(address)) throw new UsageError(`\`${address}\` is not a server URL`);
  const { protocol, hostname, origin } = new URL(address);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
  if (!isSafe)
    throw new UsageError(`${origin} would be sent your token in the clear; fix: use its https:// address`);
  return origin;
}

function readToken(given: CommandInput, env: Environment): string {
  const file = given.value('token-file');
  const said = file === undefined ? nonEmpty(env['PERMESSO_TOKEN']) : undefined;
  if (said !== undefined) return said.trim();
  const path = file ?? nonEmpty(env['PERMESSO_TOKEN_FILE']);
  if (path === undefined)
    throw new UsageError(
      'who are you? set PERMESSO_TOKEN, or say --token-file FILE (or PERMESSO_TOKEN_FILE)',
    );
  return secretIn(path);
}

/** A secret in a file that only its owner can read: bare, or the field `token` of JSON. */
export function secretIn(path: string): string {
  const text = privateText(path);
  const token = text.startsWith('{') ? tokenOf(text) : text;
  if (token === undefined || !/^[\x21-\x7e]{1,500}$/.test(token))
    throw new UsageError(`${path} holds no token`);
  return token;
}

function tokenOf(text: string): string | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return isRecord(said) && typeof said['token'] === 'string' ? said['token'] : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
