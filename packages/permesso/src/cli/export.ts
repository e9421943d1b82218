import { readFileSync } from 'node:fs';
import { printable } from '../decision/printable.ts';
import { messageOf } from '../facts/read-facts.ts';
import { formats } from '../policy/exchange/formats.ts';
import { printLosses } from '../policy/exchange/print-losses.ts';
import { writeProfile } from '../policy/exchange/profile/profile.ts';
import { policyTarget } from '../world/policy-files.ts';
import { UsageError, type Command, type Given, type Output } from './command.ts';
import { cwdOption, placeOptions, policyForCommandLine, policyOptions } from './policy-options.ts';

const writable = formats.filter(({ write }) => write !== undefined);
const names = [...writable.map(({ name }) => name), 'profile'];

export const exportPolicy: Command = {
  name: 'export',
  summary: "Writes the policy that counts here in another program's words, and lists what it cannot say.",
  usage: 'export FORMAT [options]',
  options: [
    { name: 'name', value: 'NAME', help: 'of a profile' },
    { name: 'from', value: 'WHERE', help: 'the policy file of a profile: project, local or user (project)' },
    ...policyOptions,
    cwdOption,
    { name: 'json', help: 'text and losses as JSON' },
  ],
  examples: [
    ['permesso export claude > settings.json', 'the report goes to the terminal, the file to the file'],
    ['permesso export codex --no-files --deny "Bash(git push:*)"', 'only what is given here'],
    ['permesso export profile --name frontend', 'the project policy whole, to be imported elsewhere'],
  ],
  exitCodes: [
    [0, 'everything could be said'],
    [1, 'something is stricter or not carried: see the report'],
  ],
  run: (given, out) => {
    const [name, extra] = given.operands;
    if (extra !== undefined) throw new UsageError('one format at a time');
    if (name === 'profile') return exportProfile(given, out);
    const format = writable.find((one) => one.name === name);
    if (format?.write === undefined)
      throw new UsageError(
        `${name === undefined ? 'which format?' : `there is no format \`${name}\`;`} there are ${names.join(', ')}`,
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

function exportProfile(given: Given, out: Output): number {
  const from = given.value('from') ?? 'project';
  if (from !== 'project' && from !== 'local' && from !== 'user')
    throw new UsageError(`--from ${from}? there are project, local and user`);
  const name = given.value('name');
  if (name === undefined) throw new UsageError('a profile needs a --name');
  const { file } = policyTarget(from, placeOptions(given));
  let policy: string;
  try {
    policy = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const text = writeProfile(name, policy);
  out.print(
    given.flag('json')
      ? JSON.stringify({ format: 'profile', name, text, losses: [] }, undefined, 2)
      : text.trimEnd(),
  );
  return 0;
}
