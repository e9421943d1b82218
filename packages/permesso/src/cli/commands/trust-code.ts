import { printable, wrap } from '@permesso/engine/decision';
import {
  findPlaces,
  groupsFor,
  changeTrustedCode,
  codeProject,
  projectFiles,
  readTrustedCode,
  type CodeProject,
} from '@permesso/gate/disk';
import { approveRuns, changingRuns, sandboxFolder } from '@permesso/gate/sandbox-calls';
import { inColumns } from '../columns.ts';
import type { CommandInput, Output } from '../command.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { placeOptions } from '../policy-options.ts';
import { groupTrusts } from './preset-texts.ts';

/** `trust code`: a person declares that a project's tests, builds and scripts may run. Never without a terminal. */
export async function trustCode(given: CommandInput, out: Output): Promise<number> {
  const { problem } = readTrustedCode(findPlaces());
  if (problem !== undefined) out.complain(problem);
  if (given.flag('list')) return list(given, out);
  const project = codeProject(placeOptions(given).cwd);
  if (project === undefined) {
    out.complain(
      'This is not a git repository. Code is trusted for one repository at a time: run `git init`, or go to one.',
    );
    return 1;
  }
  if (given.flag('revoke')) return revokeCode(project, out);
  return askAboutCode(project, {
    out,
    isHere: !given.flag('json'),
    confirm: (question) => confirmLoosening(question, out),
  });
}

export interface CodeQuestion {
  readonly out: Output;
  readonly isHere: boolean;
  /** Enter means no. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Shows what trust would permit, and asks. Returns 0 if the code is trusted afterwards. */
export async function askAboutCode(
  project: CodeProject,
  { out, isHere, confirm }: CodeQuestion,
): Promise<number> {
  const places = findPlaces();
  const { kinds, groups } = groupsFor(projectFiles(project.directory));
  if (groups.length === 0) {
    out.print('Nothing here says what kind of project this is: there are no groups to propose.');
    return 1;
  }
  const known = readTrustedCode(places).projects.find(({ identity }) => identity === project.identity);
  const folder = sandboxFolder(places.state);
  const runs = changingRuns(folder, project.directory);
  const isKnown = known !== undefined && groups.every((group) => known.groups.includes(group));
  if (isKnown && runs.length === 0) {
    out.print(`The code of ${printable(project.directory)} is trusted: ${known.groups.join(', ')}.`);
    return 0;
  }
  out.print(
    [
      `${printable(project.directory)} is a project of ${kinds.join(', ')}.`,
      'Its own test, build, lint, format and run commands can run without a question.',
      'They trust:',
      '',
      ...groups.flatMap((group) =>
        wrap(`${group}: ${groupTrusts(group)}`, out.width - 4).map(
          (line, at) => `${at === 0 ? '  ' : '    '}${line}`,
        ),
      ),
      '',
      ...wrap(
        'Such commands run code that the agent may have written. Publishing, deploying and deleting data still ask. Revoke it with `permesso trust code --revoke`.',
        out.width,
      ),
      ...(runs.length === 0
        ? []
        : [
            '',
            'Commands that no rule allows ran sandboxed and changed files here:',
            '',
            ...runs.map(
              ({ command }) => `  ${printable(command ?? '(the record of this command is damaged)')}`,
            ),
          ]),
    ].join('\n'),
  );
  if (!isHere) {
    out.complain('There is no terminal to ask in. Run `permesso trust code` in one.');
    return 1;
  }
  if (!(await confirm("\nDo you trust this project's own code (its tests, builds and scripts)?"))) {
    out.print('Not trusted. These commands ask.');
    return 1;
  }
  const { identity, directory } = project;
  await changeTrustedCode(places, (projects) => [
    ...projects.filter((each) => each.identity !== identity),
    { identity, path: directory, groups, at: new Date().toISOString() },
  ]);
  approveRuns(folder, { directory: project.directory, runs });
  out.print('Trusted.');
  return 0;
}

async function revokeCode({ identity, directory }: CodeProject, out: Output): Promise<number> {
  await changeTrustedCode(findPlaces(), (projects) => projects.filter((each) => each.identity !== identity));
  out.print(`The code of ${printable(directory)} is not trusted.`);
  return 0;
}

function list(given: CommandInput, out: Output): number {
  const { projects } = readTrustedCode(findPlaces());
  if (given.flag('json')) out.print(JSON.stringify({ projects }));
  else if (projects.length === 0) out.print('No project is trusted.');
  else
    out.print(
      inColumns(
        projects.map(({ path, groups, at }) => [path, groups.join(', '), at]),
        out.width,
      ).join('\n'),
    );
  return 0;
}
