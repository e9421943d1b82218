import { groupsName, shippedNames, groupsFor, codeProject, projectFiles } from '@permesso/gate/disk';
import { inColumns } from '../columns.ts';
import { UsageError, type Command, type Output } from '../command.ts';
import { cwdOption, placeOptions } from '../policy-options.ts';
import { groupTexts, presetSummary } from './preset-texts.ts';

export const preset: Command = {
  name: 'preset',
  summary:
    'Lists the presets and groups that a policy can use, explains one, or adds rules written by someone else.',
  usage: 'preset [NAME], or preset add FILE|PACKAGE [--name NAME] [--yes]',
  options: [
    { name: 'name', value: 'NAME', help: 'add: the name of the group in your policy' },
    { name: 'yes', help: 'add: do not ask where nothing becomes looser' },
    cwdOption,
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso preset', 'every preset and group, and which groups fit this project'],
    ['permesso preset balanced', 'what it allows, asks about and denies'],
    ['permesso preset add team-rules.yaml', 'tests the rules, shows what changes, and asks'],
  ],
  exitCodes: [
    [0, 'printed, or added'],
    [1, 'not added: a test of it fails, or nobody agreed'],
  ],
  run: async (given, out) => {
    const [name, more] = given.operands;
    if (name === 'add') {
      const [, named, extra] = given.operands;
      if (named === undefined || extra !== undefined) throw new UsageError('name one file or package to add');
      return (await import('../preset/add-preset.ts')).addPreset(named, given, out);
    }
    if (more !== undefined) throw new UsageError(`unexpected argument \`${more}\``);
    const names = shippedNames().filter((each) => each !== groupsName);
    const texts = groupTexts();
    if (name !== undefined) {
      if (!names.includes(name) && !texts.has(name))
        throw new UsageError(`there is no preset or group \`${name}\`; \`permesso preset\` lists them`);
      out.print(given.flag('json') ? JSON.stringify(dataOf(name)) : explained(name));
      return 0;
    }
    const project = codeProject(placeOptions(given).cwd);
    const fitting = project === undefined ? [] : groupsFor(projectFiles(project.directory)).groups;
    if (given.flag('json'))
      out.print(
        JSON.stringify({ presets: names.map(dataOf), groups: [...texts.keys()].map(dataOf), fitting }),
      );
    else printAll({ names, fitting, out });
    return 0;
  },
};

function dataOf(name: string): object {
  const group = groupTexts().get(name);
  return group === undefined ? { name, ...presetSummary(name) } : { name, ...group };
}

function explained(name: string): string {
  const group = groupTexts().get(name);
  if (group === undefined) {
    const { about, lines } = presetSummary(name);
    return [`${name}: ${about}`, '', ...lines].join('\n');
  }
  return [`${name}: ${group.about}`, ...(group.trusts === undefined ? [] : [`Trusts ${group.trusts}.`])].join(
    '\n',
  );
}

function printAll({
  names,
  fitting,
  out,
}: {
  readonly names: readonly string[];
  readonly fitting: readonly string[];
  readonly out: Output;
}): void {
  const texts = groupTexts();
  out.print(
    [
      'Presets',
      ...inColumns(
        names.map((name) => [`  ${name}`, firstSentence(presetSummary(name).about)]),
        out.width,
      ),
      '',
      'Groups',
      ...inColumns(
        Array.from(texts, ([name, { about }]) => [
          `  ${name}`,
          `${fitting.includes(name) ? '* ' : ''}${firstSentence(about)}`,
        ]),
        out.width,
      ),
      '',
      ...(fitting.length === 0 ? [] : ['* fits this project']),
      'Name them under `use:` in a policy. Groups for a project come with `permesso trust code`.',
    ].join('\n'),
  );
}

/** A list has room for one line each; `permesso preset NAME` shows the rest. */
function firstSentence(text: string): string {
  const sentence = text.split(/[.:;](?:\s|$)/, 1)[0] ?? text;
  return sentence.length <= longestLine ? sentence : `${sentence.slice(0, longestLine - 1).trimEnd()}…`;
}

const longestLine = 48;
