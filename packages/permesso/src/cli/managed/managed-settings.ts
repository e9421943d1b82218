import { definedFields, isRecord } from '@permesso/engine/call';
import { type Mode, modes } from '@permesso/engine/policy';
import { readText } from '@permesso/gate/disk';
import { secretIn } from '../admin/person-server.ts';
import { UsageError, type CommandInput, type CommandOption } from '../command.ts';

/**
 * Settings of an unattended installation: from options, then the environment, then a file, then the previous
 * installation.
 */
export interface ManagedSettings {
  readonly server: string;
  readonly organisation?: string;
  readonly project?: string;
  readonly organisationKey?: string;
  /** The organisation whose sign-in users go through, where no token enrols them. */
  readonly signIn?: string;
  /** When absent, those that are found. */
  readonly hosts?: readonly string[];
  readonly mode?: Mode;
  /** The path of the enrolment token on the machine; never the token itself. */
  readonly tokenFile?: string;
}

export const managedOptions: readonly CommandOption[] = [
  { name: 'managed', help: 'unattended, for every user of this machine: as root, or below --root' },
  {
    name: 'settings',
    value: 'FILE',
    help: 'managed: JSON with server, organisationKey, project, hosts, mode',
  },
  { name: 'server', value: 'URL', help: 'managed: the team server (or PERMESSO_SERVER)' },
  {
    name: 'token-file',
    value: 'FILE',
    help: 'managed: the enrolment token, in a file for root alone (or PERMESSO_ENROL_TOKEN)',
  },
  { name: 'mode', value: 'MODE', help: `managed: the mode of this machine: ${modes.join(', ')}` },
  {
    name: 'enrol',
    value: 'WHEN',
    help: 'managed: now (default), or later: at boot, with no token in the image',
  },
  { name: 'for-user', value: 'NAME', repeats: true, help: 'managed: only these users; else all people' },
  { name: 'root', value: 'DIR', help: 'managed: write below this directory, for an image' },
  { name: 'remove', help: 'managed: remove exactly what it wrote' },
];

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

const texts = [
  'server',
  'organisation',
  'project',
  'organisationKey',
  'signIn',
  'mode',
  'tokenFile',
] as const;

/** `before` is the file that an earlier run left on the machine. */
export function managedSettings(
  given: CommandInput,
  { env, before }: { readonly env: ProcessEnvironment; readonly before: string },
): ManagedSettings {
  const file = given.value('settings');
  const said = {
    ...(file === undefined ? settingsIn(before, { isNeeded: false }) : settingsIn(file, { isNeeded: true })),
    ...present({ server: env['PERMESSO_SERVER'], tokenFile: env['PERMESSO_ENROL_TOKEN_FILE'] }),
    ...present({
      server: given.value('server'),
      tokenFile: given.value('token-file'),
      mode: given.value('mode'),
    }),
  };
  const { server, mode } = said;
  const hosts = given.values('host').length > 0 ? given.values('host') : said.hosts;
  if (server === undefined)
    throw new UsageError('which server? say --server URL, PERMESSO_SERVER, or `server` in --settings FILE');
  if (!URL.canParse(server)) throw new UsageError(`\`${server}\` is not a server URL`);
  if (mode !== undefined && !isMode(mode))
    throw new UsageError(`there is no mode \`${mode}\`; there are ${modes.join(', ')}`);
  if (said.organisationKey !== undefined && Buffer.from(said.organisationKey, 'base64url').length !== 32)
    throw new UsageError('organisationKey is not a key: 32 bytes as base64url');
  const { mode: _, hosts: __, ...plain } = said;
  return { ...plain, server: new URL(server).origin, ...definedFields({ hosts, mode }) };
}

function isMode(text: string): text is Mode {
  return (modes as readonly string[]).includes(text);
}

function present<T extends Readonly<Record<string, string | undefined>>>(
  said: T,
): Partial<Record<keyof T, string>> {
  return Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<Record<keyof T, string>>;
}

type GivenSettings = Partial<Record<(typeof texts)[number], string>> & { readonly hosts?: readonly string[] };

function settingsIn(file: string, { isNeeded }: { readonly isNeeded: boolean }): GivenSettings {
  const read = readText(file);
  if ('missing' in read && !isNeeded) return {};
  if (!('text' in read))
    throw new UsageError(`${file}: ${'missing' in read ? 'it is not there' : read.unreadable}`);
  let value: unknown;
  try {
    value = JSON.parse(read.text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${file}: not JSON`);
  }
  if (!isRecord(value)) throw new UsageError(`${file}: not a JSON object`);
  const { hosts } = value;
  const known = [...texts, 'hosts', 'writtenBy'] as readonly string[];
  const odd = Object.keys(value).find((name) => !known.includes(name));
  // A token here would end up in an image, or in a file that every user can read.
  if (odd !== undefined) throw new UsageError(`${file}: there is no setting \`${odd}\``);
  const areNames = Array.isArray(hosts) && hosts.every((each) => typeof each === 'string');
  if (hosts !== undefined && !areNames) throw new UsageError(`${file}: \`hosts\` is not a list of names`);
  const named = texts.flatMap((name) => {
    const text = value[name];
    if (text !== undefined && typeof text !== 'string')
      throw new UsageError(`${file}: \`${name}\` is not a string`);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...Object.fromEntries(named),
    ...(areNames ? { hosts } : {}),
  };
}

/** From a file readable by root alone, or the environment: other users can see a process's arguments. */
export function enrolmentToken({ tokenFile }: ManagedSettings, env: ProcessEnvironment): string | undefined {
  const said = env['PERMESSO_ENROL_TOKEN'];
  if (said !== undefined && said !== '') return said.trim();
  if (tokenFile === undefined || 'missing' in readText(tokenFile)) return undefined;
  return secretIn(tokenFile);
}
