import { join } from 'node:path';
import { definedFields, messageOf } from '@permesso/engine/call';
import { commandLineOf } from '../../hook/command-line-of.ts';
import { lookFor, type FoundHost } from '../../install/find-hosts.ts';
import type { Installer, Programs } from '../../install/installer.ts';
import { isPassing, type thisInstallation } from '../../install/programs.ts';
import { hostNamed, hosts as allHosts } from '../../host-lists/hosts.ts';
import { findManagedHosts, placesOf } from '../../managed/find-managed-hosts.ts';
import { machineUsers, type MachineUser } from '../../managed/machine-users.ts';
import { applySystemPlan, managedHost, planSystemFiles, systemState } from '../../managed/plan-managed.ts';
import { readText } from '@permesso/gate/disk';
import { UsageError, type CommandInput, type Output } from '../command.ts';
import { enrolUsers, type Enrolment } from './enrol-users.ts';
import { managedAsData, printManaged, type ManagedReport } from './managed-print.ts';
import { readRecord, writeRecord, type UserRecord } from './managed-record.ts';
import { enrolmentToken, managedSettings, type ManagedSettings } from './managed-settings.ts';
import { ownFiles } from './own-files.ts';
import { registerHosts, type RegisteredHost } from './register-hosts.ts';
import { removeManaged } from './remove-managed.ts';

export interface ManagedRun {
  readonly given: CommandInput;
  readonly out: Output;
  readonly installation: typeof thisInstallation;
}

/** `permesso init --managed`: asks nobody, does what it can, and reports failures by its exit code. */
export async function runManaged({ given, out, installation }: ManagedRun): Promise<number> {
  const root = rootOf(given);
  const isDryRun = given.flag('dry-run');
  const isJson = given.flag('json');
  if (given.flag('remove')) return await removeManaged({ root, isDryRun, isJson, out });
  const enrol = whenToEnrol(given, root);
  const { env } = process;
  const settings = managedSettings(given, { env, before: join(root, 'etc/permesso/managed.json') });
  const users = root === '/' ? machineUsers(given.values('for-user')) : [];
  const programs = programsFor(installation, root);
  if (isPassing(programs))
    throw new UsageError(
      'this permesso lies in a folder that npm clears; fix: npm install --global permesso',
    );
  const found = hostsOf(settings, { root, users });
  // The machine joins its team before a hook is registered: otherwise user policies would count in between.
  const joined =
    enrol === 'now'
      ? await enrolUsers({ machine: settings, users, token: enrolmentToken(settings, env), isDryRun })
      : { enrolments: [], machine: settings };
  const own = await writeOwnFiles({ ...settings, ...joined.machine }, { root, programs, enrol, isDryRun });
  const hosts = await registerHosts(found, { root, programs, users, isDryRun });
  const report: ManagedReport = {
    machine: joined.machine,
    enrolments: joined.enrolments,
    own,
    hosts,
    isDryRun,
  };
  if (!isDryRun)
    writeRecord(systemState(root), recordOf({ before: readRecord(systemState(root)), users, ...report }));
  out.print(isJson ? JSON.stringify(managedAsData(report), undefined, 2) : printManaged(report, out.width));
  return exitCodeOf(report);
}

export const managedExitCodes: readonly (readonly [number, string])[] = [
  [2, 'an agent could not be set up, the others were; managed: a file could not be written or removed'],
  [3, 'managed: hooks and pins are in place, and a user could not be enrolled: their calls are denied'],
];

function exitCodeOf({ own, hosts, enrolments }: ManagedReport): number {
  if ([own, ...hosts].some(({ is }) => is === 'failed')) return 2;
  if (enrolments.some(({ is }) => is === 'failed')) return 3;
  return hosts.length === 0 ? 1 : 0;
}

function rootOf(given: CommandInput): string {
  const root = given.value('root');
  if (root === undefined && process.geteuid?.() !== 0)
    throw new UsageError('--managed writes for every user: run it as root, or say --root DIR for an image');
  return root ?? '/';
}

function whenToEnrol(given: CommandInput, root: string): 'now' | 'later' {
  const enrol = given.value('enrol') ?? (root === '/' ? 'now' : 'later');
  if (enrol !== 'now' && enrol !== 'later') throw new UsageError(`--enrol takes now or later, not ${enrol}`);
  if (enrol === 'now' && root !== '/')
    throw new UsageError('an image is not a machine: it enrols when it boots (--enrol later)');
  return enrol;
}

/** What every user's hooks start: nothing in any one home, and no variable that relocates a policy. */
function programsFor(installation: typeof thisInstallation, root: string): Programs {
  const {
    guard: _,
    compiled: __,
    resident: ___,
    ...programs
  } = installation({
    path: process.env['PATH'],
    state: systemState(root),
    places: 'account',
  });
  return { ...programs, without: ['XDG_CONFIG_HOME', 'XDG_STATE_HOME'] };
}

function hostsOf(
  { hosts }: ManagedSettings,
  { root, users }: { readonly root: string; readonly users: readonly MachineUser[] },
): readonly FoundHost[] {
  if (hosts === undefined) return findManagedHosts(allHosts, { root, path: process.env['PATH'], users });
  return hosts.map((name) => {
    const installer = hostNamed(name);
    if (installer === undefined)
      throw new UsageError(
        `there is no host \`${name}\`; there are ${allHosts.map((each) => each.name).join(', ')}`,
      );
    return lookFor(installer, placesOf({ home: '/nonexistent' }));
  });
}

interface OwnOptions {
  readonly root: string;
  readonly programs: Programs;
  readonly enrol: 'now' | 'later';
  readonly isDryRun: boolean;
}

const ourselves: Installer = {
  name: 'managed',
  title: 'Permesso',
  commands: [],
  folders: () => [],
  register: () => [],
  rules: () => [],
  measured: true,
};

async function writeOwnFiles(
  settings: ManagedSettings,
  { root, programs, enrol, isDryRun }: OwnOptions,
): Promise<ManagedReport['own']> {
  const { node, hook } = programs;
  const atBoot = enrol === 'later' || hasUnit(root);
  const registrations = ownFiles({ settings, atBoot, node, program: commandLineOf(hook) });
  try {
    const found = { installer: ourselves, folders: [] };
    const plan = await planSystemFiles({ found, registrations }, { root, programs });
    if (plan.problems.length > 0) return { is: 'failed', files: [], why: plan.problems.join('; ') };
    const files = plan.changes.map(({ path }) => path);
    if (files.length === 0) return { is: 'in place', files };
    if (isDryRun) return { is: 'would write', files };
    applySystemPlan(plan, root);
    return { is: 'written', files };
  } catch (error) {
    return { is: 'failed', files: [], why: messageOf(error) };
  }
}

/** A machine made from an image keeps enrolling at boot: a new user may be added later. */
function hasUnit(root: string): boolean {
  return 'text' in readText(join(root, 'etc/systemd/system/permesso-enrol.service'));
}

interface Recording {
  readonly before: readonly UserRecord[];
  readonly users: readonly MachineUser[];
  readonly hosts: readonly RegisteredHost[];
  readonly enrolments: readonly Enrolment[];
}

function recordOf({ before, users, hosts, enrolments }: Recording): readonly UserRecord[] {
  const inHomes = hosts.filter(({ name, is }) => managedHost(name) === undefined && is !== 'failed');
  const others = before.filter(({ name }) => !users.some((user) => user.name === name));
  const mine = users.map(({ name }): UserRecord => {
    const known = before.find((each) => each.name === name);
    const enrolled = enrolments.find((each) => each.user === name && each.is === 'enrolled')?.agent;
    const agent = enrolled ?? known?.agent;
    const names = [...new Set([...(known?.hosts ?? []), ...inHomes.map((host) => host.name)])];
    return { name, ...definedFields({ agent }), hosts: names };
  });
  return [...others, ...mine];
}
