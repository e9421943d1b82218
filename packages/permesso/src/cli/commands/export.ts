import { readFileSync } from 'node:fs';
import { printable } from '@permesso/engine/decision';
import { messageOf } from '@permesso/engine/call';
import { type Format, formats, printLosses } from '@permesso/engine/text';
import { policyTarget } from '@permesso/gate/disk';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { cwdOption, placeOptions, policyForCommandLine, policyOptions } from '../policy-options.ts';

const writable = formats.filter(({ write, fromPolicy }) => write !== undefined || fromPolicy !== undefined);

export const exportPolicy: Command = {
  name: 'export',
  summary:
    "Writes the effective policy in another program's format, and reports what could not be translated.",
  usage: 'export FORMAT [options]',
  options: [
    { name: 'name', value: 'NAME', help: 'of a profile' },
    { name: 'from', value: 'WHERE', help: 'the policy file of a profile: project, local or user (project)' },
    ...policyOptions,
    cwdOption,
    { name: 'json', help: 'text and losses as JSON' },
  ],
  examples: [
    ['permesso export claude > settings.json', 'writes the file; the report goes to the terminal'],
    ['permesso export codex --no-files --deny "Bash(git push:*)"', 'only what is given here'],
    ['permesso export profile --name frontend', 'exports the whole project policy for import elsewhere'],
  ],
  exitCodes: [
    [0, 'everything was translated exactly'],
    [1, 'some rules are stricter or missing: see the report'],
  ],
  run: (given, out) => {
    const [name, extra] = given.operands;
    if (extra !== undefined) throw new UsageError('one format at a time');
    const format = writable.find((one) => one.name === name);
    const { name: named = '', fromPolicy } = format ?? {};
    if (fromPolicy !== undefined) return exportWhole(given, out, { name: named, fromPolicy });
    if (format?.write === undefined)
      throw new UsageError(
        `${name === undefined ? 'which format?' : `there is no format \`${name}\`;`} there are ${writable.map((one) => one.name).join(', ')}`,
      );
    const { loaded } = policyForCommandLine(given);
    const written = format.write(loaded.layers);
    if (given.flag('json')) out.print(JSON.stringify({ format: format.name, ...written }, undefined, 2));
    else {
      out.print(written.text.trimEnd());
      out.complain(`${format.title}:`);
      for (const line of printLosses(written.losses, { width: out.width }).split('\n'))
        out.complain(printable(line));
    }
    return written.losses.length > 0 ? 1 : 0;
  },
};

/** Exports a policy file as is, under a name. */
function exportWhole(
  given: CommandInput,
  out: Output,
  { name: format, fromPolicy }: Required<Pick<Format, 'name' | 'fromPolicy'>>,
): number {
  const from = given.value('from') ?? 'project';
  if (from !== 'project' && from !== 'local' && from !== 'user')
    throw new UsageError(`--from ${from}? there are project, local and user`);
  const name = given.value('name');
  if (name === undefined) throw new UsageError(`a ${format} needs a --name`);
  const { file } = policyTarget(from, placeOptions(given));
  let policy: string;
  try {
    policy = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const text = fromPolicy(name, policy);
  out.print(
    given.flag('json') ? JSON.stringify({ format, name, text, losses: [] }, undefined, 2) : text.trimEnd(),
  );
  return 0;
}
