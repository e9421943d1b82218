import { join } from 'node:path';
import { printable } from '@permesso/engine/decision';
import { applyChanges } from '../../install/apply-changes.ts';
import type { BroadImport } from '../../install/first-policy.ts';
import { broadQuestions, prepare, type Preparation, type PrepareOptions } from '../../install/prepare.ts';
import type { Programs } from '../../install/installer.ts';
import { residentForbidden } from '../../launch/resident-places.ts';
import { findShellClient, recordClient } from '../../launch/shell-client.ts';
import { compileHook } from '../../install/compile-hook.ts';
import { isPassing, thisInstallation } from '../../install/programs.ts';
import {
  checkWritable,
  findPlaces,
  groupsName,
  shippedNames,
  groupsFor,
  codeProject,
  projectFiles,
} from '@permesso/gate/disk';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirm, confirmNo, isInteractive } from '../confirm.ts';
import { fromHome, hostOption, hostPlaces, hostsFor } from '../host-places.ts';
import { preparationAsData, printPreparation } from '../init/init-print.ts';
import { printInitSummary } from '../init/init-summary.ts';
import { managedOptions } from '../managed/managed-settings.ts';
import { managedExitCodes, runManaged } from '../managed/run-managed.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';
import { askAboutCode } from './trust-code.ts';
import { installedPlaces } from '../../launch/launch-places.ts';

const presets = shippedNames().filter((name) => name !== groupsName);

/** The person at the terminal, who can be asked. */
export interface Person {
  readonly isHere: () => boolean;
  readonly confirm: (question: string) => Promise<boolean>;
  /** Enter means no. */
  readonly confirmNo: (question: string) => Promise<boolean>;
}

const atTheTerminal: Person = { isHere: isInteractive, confirm, confirmNo };

/** `installation`: the hook to register; by default this one. */
export const initWith = (installation: typeof thisInstallation, person: Person = atTheTerminal): Command => ({
  name: 'init',
  summary: 'Finds the agents on this machine and sets up one policy for all of them.',
  usage:
    'init [--host NAME]... [--preset NAME] [--for each|all] [--resident] [--observe] [--diff] [--yes | --dry-run] | init --managed [--server URL] [--token-file FILE] [--root DIR] [--remove]',
  options: [
    { ...hostOption, help: 'only this agent, found here or not; else all that are found' },
    { name: 'user', help: 'the policy for all that you do (default)' },
    { name: 'project', help: 'the policy for this project; hooks stay in your settings' },
    {
      name: 'preset',
      value: 'NAME',
      help: presets.map((name) => (name === 'balanced' ? `${name} (default)` : name)).join(', '),
    },
    {
      name: 'for',
      value: 'WHO',
      help: 'each: what an agent allows or asks about holds for that agent (default); all: for every agent',
    },
    { name: 'observe', help: 'a policy that is only recorded: nothing is stopped (`enforce: false`)' },
    {
      name: 'yes',
      help: 'do not ask; allows for anything (Bash, python:*) are left out, guarded-bypass and --for all still ask',
    },
    { name: 'diff', help: 'show every changed line instead of a summary' },
    { name: 'dry-run', help: 'show what would be written, and write nothing' },
    { name: 'resident', help: 'one process answers all hooks, in a tenth of the time (Linux)' },
    cwdOption,
    ...managedOptions,
    { name: 'json', help: 'print JSON and ask nothing' },
  ],
  examples: [
    ['permesso init', 'shows on one screen what it would import and change, and asks'],
    ['permesso init --host codex --preset readonly --yes', 'one agent, without a question'],
    ['permesso init --dry-run --diff', 'every line that would be written'],
    [
      'permesso init --managed --server https://permesso.example --token-file TOKEN',
      'as root: every user of this machine, unattended',
    ],
  ],
  exitCodes: [
    [0, 'everything is in place, or would be'],
    [1, 'nothing was written: no agent was found, or nobody confirmed'],
    ...managedExitCodes,
  ],
  run: async (given, out) => {
    if (given.operands.length > 0) throw new UsageError('name an agent with --host');
    if (given.flag('managed')) return await runManaged({ given, out, installation });
    const odd = managedOptions.find(({ name }) => given.value(name) !== undefined || given.flag(name));
    if (odd !== undefined) throw new UsageError(`--${odd.name} is for --managed`);
    if (given.flag('user') && given.flag('project')) throw new UsageError('choose --user or --project');
    if (given.flag('observe') && given.flag('project'))
      throw new UsageError(
        '--observe is for your own policy; a project cannot say that others are not enforced',
      );
    const places = hostPlaces(given);
    const found = hostsFor(given.values('host'), places);
    if (found.length === 0) {
      out.complain('No agent was found here. Name one: permesso init --host claude-code');
      return 1;
    }
    const { config, state } = findPlaces();
    // Checked before anything is shown: the reader of a long diff should not learn at its end that nothing can be
    // written.
    if (!given.flag('dry-run'))
      for (const folder of [config, state]) checkWritable(join(folder, 'policy.yaml'));
    const programs = await programsFor(
      given,
      installation({
        path: places.env['PATH'],
        state,
        places: installedPlaces(findPlaces(), given.flag('project') ? {} : { hasPolicy: true }),
      }),
    );
    const options: PrepareOptions = {
      found,
      places,
      ours: findPlaces(),
      programs,
      preset: presetOf(given),
      to: given.flag('project') ? 'project' : 'user',
      shared: isShared(given),
      observe: given.flag('observe'),
    };
    const wanted = await askAboutBroad(broadQuestions(options), { given, person, home: places.home });
    const preparation = await prepare({ ...options, wants: (broad) => wanted.has(keyOf(broad)) });
    if (isPassing(programs))
      out.complain(
        'This permesso lies in a folder that npm clears; when it does, every call is refused.\nInstall it first: npm install --global permesso',
      );
    return given.flag('json')
      ? planAsJson(preparation, { given, out, programs })
      : showPlan(preparation, { given, out, person, home: places.home, programs });
  },
});

export const init: Command = initWith(thisInstallation);

/**
 * Includes the resident process where it is wanted. Recorded before registration: a hook without the record starts
 * none.
 */
async function programsFor(given: CommandInput, programs: Programs): Promise<Programs> {
  if (!given.flag('resident')) return programs;
  const places = findPlaces();
  const why = residentForbidden(places);
  if (why !== undefined) throw new UsageError(`--resident: ${why}`);
  const resident = await findShellClient(places.state);
  if (!given.flag('dry-run')) recordClient(places.state, resident);
  return { ...programs, resident };
}

function isShared(given: CommandInput): boolean {
  const whom = given.value('for') ?? 'each';
  if (whom !== 'each' && whom !== 'all') throw new UsageError(`--for ${whom}? there are each and all`);
  return whom === 'all';
}

/** A preset under which everything runs, or one agent's rules applied to all: `--yes` is not enough for these. */
function reachesFurther({ policy }: Preparation, given: CommandInput): boolean {
  return policy.change !== undefined && (presetOf(given) === 'guarded-bypass' || isShared(given));
}

function keyOf({ host, text }: BroadImport): string {
  return JSON.stringify([host, text]);
}

/** One by one, and Enter means no: approving the whole diff never approves running any command. */
async function askAboutBroad(
  broad: readonly BroadImport[],
  { given, person, home }: { readonly given: CommandInput; readonly person: Person; readonly home: string },
): Promise<ReadonlySet<string>> {
  const wanted = new Set<string>();
  if (['yes', 'dry-run', 'json'].some((flag) => given.flag(flag)) || !person.isHere()) return wanted;
  const whom = isShared(given) ? 'every agent' : 'that agent alone';
  for (const each of broad) {
    const where = each.files.map((file) => fromHome(file, { home })).join(', ');
    const question = `${each.title} (${where}) allows ${each.text}: it ${each.means}.\nImport this, for ${whom}?`;
    if (await person.confirmNo(printable(question))) wanted.add(keyOf(each));
  }
  return wanted;
}

function presetOf(given: CommandInput): string {
  const preset = given.value('preset') ?? 'balanced';
  if (!presets.includes(preset))
    throw new UsageError(`there is no preset \`${preset}\`; there are ${presets.join(', ')}`);
  return preset;
}

interface InitDisplay {
  readonly programs: Programs;
  readonly given: CommandInput;
  readonly out: Output;
}

async function showPlan(
  preparation: Preparation,
  { given, out, person, home, programs }: InitDisplay & { readonly home: string; readonly person: Person },
): Promise<number> {
  const page = { home, width: out.width };
  const project = codeProject(placeOptions(given).cwd);
  out.print(
    given.flag('diff')
      ? printPreparation(preparation, page)
      : printInitSummary(preparation, {
          ...page,
          preset: presetOf(given),
          kinds: project === undefined ? [] : groupsFor(projectFiles(project.directory)).kinds,
        }),
  );
  const problems = preparation.hosts.flatMap((host) => host.problems);
  const code = problems.length > 0 ? 2 : 0;
  if (changesOf(preparation).length === 0) {
    out.print(problems.length > 0 ? '' : '\nEverything is in place: there is nothing to do.');
    // A second project: the agents and the policy are set up, and this repository is new.
    if (!given.flag('dry-run')) await askAboutProject({ given, out, person });
    return code;
  }
  if (given.flag('dry-run')) {
    out.print('\nNothing was written.');
    return code;
  }
  const needsPerson = reachesFurther(preparation, given);
  if (!given.flag('yes') || needsPerson) {
    if (!person.isHere()) {
      out.complain(
        needsPerson
          ? '\nNothing was written: this allows more than the agents do now, so a person confirms it, in a terminal.'
          : '\nThere is no terminal to ask in. Read this, then run it again with --yes.',
      );
      return 1;
    }
    const hint = given.flag('diff') ? '' : 'Every line of it: permesso init --diff\n';
    if (!(await person.confirm(`\n${hint}Write this?`))) {
      out.print('Nothing was written.');
      return 1;
    }
  }
  applyChanges(changesOf(preparation), { state: findPlaces().state });
  compileHook(programs);
  await askAboutProject({ given, out, person });
  out.print(
    [
      '\nWritten. What was there is kept; `permesso uninstall` puts it back.',
      'Next: permesso doctor --canary     proves that a refused call does not run',
      ...(given.flag('project')
        ? ['      permesso trust               what the project allows counts then']
        : []),
    ].join('\n'),
  );
  return code;
}

/** The one answer that is not part of the policy: it belongs to this repository, and `--yes` never gives it. */
async function askAboutProject({
  given,
  out,
  person,
}: Omit<InitDisplay, 'programs'> & { readonly person: Person }): Promise<void> {
  const project = codeProject(placeOptions(given).cwd);
  if (project === undefined || given.flag('yes') || !person.isHere()) return;
  if (presetOf(given) !== 'balanced' || groupsFor(projectFiles(project.directory)).groups.length === 0)
    return;
  out.print('');
  await askAboutCode(project, { out, isHere: true, confirm: person.confirmNo });
}

function planAsJson(preparation: Preparation, { given, out, programs }: InitDisplay): number {
  const changes = changesOf(preparation);
  const isAgreed = given.flag('yes') && !reachesFurther(preparation, given);
  const isWritten = isAgreed && !given.flag('dry-run') && changes.length > 0;
  if (isWritten) {
    applyChanges(changes, { state: findPlaces().state });
    compileHook(programs);
  }
  out.print(JSON.stringify({ ...preparationAsData(preparation), written: isWritten }, undefined, 2));
  if (preparation.hosts.some(({ problems }) => problems.length > 0)) return 2;
  return isWritten || given.flag('dry-run') || changes.length === 0 ? 0 : 1;
}

function changesOf({
  policy,
  hosts,
}: Preparation): readonly Preparation['hosts'][number]['changes'][number][] {
  return [
    ...(policy.change === undefined ? [] : [policy.change]),
    ...hosts.flatMap(({ changes }) => changes),
  ];
}
