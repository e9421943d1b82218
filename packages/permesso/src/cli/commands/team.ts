import { rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { definedFields, messageOf } from '@permesso/engine/call';
import { visible } from '@permesso/protocol/text';
import { reportedHosts } from '../../health/reported-hosts.ts';
import { thisInstallation } from '../../install/programs.ts';
import {
  joinBySignIn,
  joinTeam,
  managedMachine,
  type ManagedMachine,
  managedProblem,
  runSync,
  askServer,
  revokedNotice,
  restoredNotice,
} from '@permesso/gate/team-agent';
import {
  readMembership,
  teamDirectory,
  type Membership,
  lastManifest,
  findPlaces,
} from '@permesso/gate/disk';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { shownIdentity } from '../admin/service-account.ts';
import { personOptions, secretIn } from '../admin/person-server.ts';
import { machineStates } from '@permesso/protocol/console';
import { teamMachines } from './team-machines.ts';
import { teamStatus } from './team-status.ts';
import { installedPlaces } from '../../launch/launch-places.ts';

export const team: Command = {
  name: 'team',
  summary: 'Joins a team server for policy, approvals and audit.',
  usage: 'team [status | join URL | sync | machines | evidence FILE] [options]',
  options: [
    {
      name: 'token',
      value: 'TOKEN',
      help: 'join: with a token from a team admin (or PERMESSO_ENROL_TOKEN, or --token-file)',
    },
    { name: 'name', value: 'NAME', help: 'join: display name of this machine (default: host name)' },
    { name: 'organisation', value: 'NAME', help: 'join: whose sign-in, where the server has several' },
    { name: 'watch', help: 'sync: repeat at the interval the team sets' },
    { name: 'state', value: 'STATE', help: `machines: only these: ${machineStates.join(', ')}` },
    { name: 'project', value: 'NAME', help: 'join: what to join; machines: only those of this project' },
    { name: 'find', value: 'TEXT', help: 'machines: only those whose name or owner contains it' },
    ...personOptions,
    { name: 'json', help: 'print the result as JSON' },
  ],
  examples: [
    [
      'permesso team join https://permesso.example.com',
      'you sign in in a browser, and this machine is yours',
    ],
    ['permesso team sync', "fetches the policy, sends log entries and reports this machine's state"],
    [
      'permesso team machines --state unprotected',
      'as a person of the team: which machines reported that calls are not stopped there',
    ],
    [
      'permesso team evidence proof.json',
      'saves proofs; `permesso log verify --server proof.json` checks them',
    ],
  ],
  exitCodes: [
    [0, 'done'],
    [1, 'sync: the new policy was rejected; the last valid one stays active; machines: the server refused'],
    [3, 'status, sync: the team server has revoked this machine'],
    [4, 'status: the team policy here is missing, changed or expired, so every call is denied'],
    [70, 'the server cannot be reached'],
  ],
  run: async (given, out) => {
    const [what = 'status'] = given.operands;
    const run = Object.hasOwn(actions, what) ? actions[what as keyof typeof actions] : undefined;
    if (run === undefined)
      throw new UsageError(`there is no \`team ${what}\`; say ${Object.keys(actions).join(', ')}`);
    return await run(given, out);
  },
};

const actions = { status: teamStatus, join: joinIt, sync, machines: teamMachines, evidence };

async function joinIt(given: CommandInput, out: Output): Promise<number> {
  const managed = managedMachine();
  const url = given.operands[1] ?? managed?.server;
  if (url === undefined || !URL.canParse(url)) throw new UsageError('which server? say its address');
  if (managed !== undefined && new URL(url).origin !== managed.server)
    throw new UsageError(`this machine is managed by ${managed.server} and joins no other server`);
  const file = given.value('token-file');
  const token =
    file === undefined ? (given.value('token') ?? process.env['PERMESSO_ENROL_TOKEN']) : secretIn(file);
  const machine = { url, name: given.value('name') ?? hostname(), directory: teamDirectory() };
  const account = process.env['PERMESSO_SERVICE_ACCOUNT'];
  if (token === undefined && account !== undefined && account !== '') {
    const { token: shown, ...of } = await shownIdentity(account, url, process.env);
    sayJoined({ membership: await joinTeam({ ...machine, token: shown, account: of }) }, given, out);
    return 0;
  }
  if (token === undefined) return await joinSigningIn({ machine, managed }, given, out);
  const membership = await joinTeam({ ...machine, token });
  sayJoined({ membership }, given, out);
  return 0;
}

interface Joining {
  readonly machine: { readonly url: string; readonly name: string; readonly directory: string };
  readonly managed: ManagedMachine | undefined;
}

async function joinSigningIn(
  { machine, managed }: Joining,
  given: CommandInput,
  out: Output,
): Promise<number> {
  const organisation = given.value('organisation') ?? managed?.signIn;
  const project = given.value('project') ?? managed?.project;
  const { verificationUri, userCode, finished } = await joinBySignIn({
    ...machine,
    ...definedFields({ organisation, project }),
  });
  if (given.flag('json')) out.print(JSON.stringify({ verificationUri, userCode }));
  else {
    out.print(`Open ${verificationUri}, sign in, and type ${userCode}`);
    out.print('This command waits for ten minutes. Give the code to nobody.');
  }
  const { membership, owner } = await finished();
  const problem = managed === undefined ? undefined : managedProblem(managed, { ...machine, membership });
  if (problem !== undefined) {
    rmSync(machine.directory, { recursive: true });
    throw new Error(problem);
  }
  sayJoined({ membership, owner }, given, out);
  return 0;
}

function sayJoined(
  { membership, owner }: { readonly membership: Membership; readonly owner?: string },
  given: CommandInput,
  out: Output,
): void {
  if (given.flag('json'))
    return out.print(JSON.stringify({ team: membership.url, agent: membership.agent, owner }));
  out.print(
    `Joined ${membership.url} as ${membership.agent}${owner === undefined ? '' : `, a machine of ${visible(owner)}`}.`,
  );
  if (managedMachine() !== undefined) return;
  out.print(`Agents here ask the team once ${join(findPlaces().config, 'policy.yaml')} has this line:`);
  out.print(`team: ${membership.url}`);
}

async function sync(given: CommandInput, out: Output): Promise<number> {
  const membership = joined();
  for (;;) {
    const code = await syncOnce(membership, given, out);
    if (!given.flag('watch')) return code;
    const seconds = lastManifest(teamDirectory(), membership)?.pollSeconds ?? 60;
    await wait(seconds * 1000 * (0.8 + Math.random() * 0.4));
  }
}

async function syncOnce(membership: Membership, given: CommandInput, out: Output): Promise<number> {
  const directory = teamDirectory();
  try {
    const logDirectory = join(findPlaces().state, 'log');
    const look = { directory, membership, logDirectory, load: {}, asksStanding: true, findPrograms } as const;
    const { found, shipped } = await runSync(look);
    if (given.flag('json')) out.print(JSON.stringify({ ...found, shipped }));
    else if (found.is === 'refused') out.complain(`refused: ${found.why}; the last good policy stays`);
    else if (found.is === 'revoked') out.complain(revokedNotice(directory, membership) ?? found.why);
    else {
      const version = found.manifest.policy?.version;
      if (found.restored === true) out.complain(`notice: ${restoredNotice(found.manifest)}`);
      out.print(
        `Policy ${version === undefined ? 'none yet' : `version ${version}`}, ${shipped.sent} entries sent.`,
      );
    }
    return found.is === 'refused' ? 1 : found.is === 'revoked' ? 3 : 0;
  } catch (error) {
    if (!given.flag('watch')) throw error;
    out.complain(messageOf(error));
    return 70;
  }
}

/** Independent of the current directory: project settings are not machine settings. */
function findPrograms(): ReturnType<typeof reportedHosts> {
  const ours = findPlaces();
  const { home, config, state } = ours;
  const places = { home, config: dirname(config), project: home, env: process.env };
  const programs = thisInstallation({ path: process.env['PATH'], state, places: installedPlaces(ours) });
  return reportedHosts({ places, state, programs });
}

async function evidence(given: CommandInput, out: Output): Promise<number> {
  const file = given.operands[1];
  if (file === undefined) throw new UsageError('where to? say a file');
  const membership = joined();
  const ask = (): ReturnType<typeof askServer> => askServer(membership, { path: '/v1/agent/evidence' });
  let reply = await ask();
  // The server seals entries a moment after they arrive, so recent ones are worth a retry. Records of people's
  // actions may be sealed before them.
  const holdsNothing = ({ status, json }: typeof reply): boolean => {
    if (status !== 200) return status === 404;
    const { batches } = json();
    return Array.isArray(batches) && batches.length === 0;
  };
  for (let tries = 0; holdsNothing(reply) && tries < 20; tries++) {
    await wait(500);
    reply = await ask();
  }
  if (reply.status !== 200) throw new Error(`the server refused: ${reply.why()}`);
  writeFileSync(file, `${reply.text}\n`, { mode: 0o600 });
  out.print(`Saved to ${file}. Check it with: permesso log verify --server ${file}`);
  return 0;
}

function joined(): Membership {
  const membership = readMembership(teamDirectory());
  if (membership === undefined)
    throw new UsageError('this machine has not joined a team; run permesso team join URL');
  return membership;
}
