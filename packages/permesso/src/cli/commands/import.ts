import type { Imported, Source } from '../import/imported.ts';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { printable } from '@permesso/engine/decision';
import { definedFields, messageOf } from '@permesso/engine/call';
import {
  type Binding,
  bindRead,
  broadAllows,
  type Format,
  formats,
  type ImportedPolicy,
  printBound,
  printLosses,
  ruleByRule,
} from '@permesso/engine/text';
import type { LayerName, RuleInput } from '@permesso/engine/policy';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { cwdOption, placeOptions, shownPath } from '../policy-options.ts';
import { loosens, writeImported } from '../import/write-imported.ts';

const readable = formats.filter(({ read }) => read !== undefined);

export const importPolicy: Command = {
  name: 'import',
  summary: "Converts another program's permissions to a policy, and reports what could not be translated.",
  usage: 'import FORMAT FILE... [options]',
  options: [
    { name: 'write', help: 'write it, instead of printing what would be written' },
    { name: 'to', value: 'WHERE', help: 'project, local, user or managed; where the file belongs otherwise' },
    { name: 'mode', value: 'MODE', help: "the program's own mode to read the rules for (gemini)" },
    {
      name: 'for',
      value: 'WHO',
      help: 'the agent that allow and ask rules are for, or all; the agent whose file it is otherwise',
    },
    cwdOption,
    { name: 'json', help: 'layers and losses as JSON' },
  ],
  examples: [
    ['permesso import claude .claude/settings.json', 'prints the policy with the report as comments'],
    [
      'permesso import gemini ~/.gemini/policies/*.toml --to user --write',
      'reads several files as one policy',
    ],
    ['permesso import vscode .vscode/settings.json --for copilot-cli', 'for an agent of your choice'],
    ['permesso import', 'lists the formats'],
  ],
  exitCodes: [
    [0, 'everything was translated exactly'],
    [1, 'some rules are stricter or missing: see the report'],
    [2, 'nothing was written: a file could not be read, or nobody confirmed rules that allow'],
  ],
  run: async (given, out) => {
    const [name, ...files] = given.operands;
    if (name === undefined) {
      out.print(
        readable.map((format) => `  ${format.name.padEnd(20)}${format.title}: ${format.files}`).join('\n'),
      );
      return 0;
    }
    const format = readable.find((one) => one.name === name);
    if (format === undefined)
      throw new UsageError(`there is no format \`${name}\`; \`permesso import\` lists them`);
    if (files.length === 0) throw new UsageError('which file?');
    return importFiles({ format, files, given, out });
  },
};

interface Importing {
  readonly format: Format;
  readonly files: readonly string[];
  readonly given: CommandInput;
  readonly out: Output;
}

async function importFiles(importing: Importing): Promise<number> {
  const { format, given, out } = importing;
  const { cwd } = placeOptions(given);
  const imported: Imported[] = [];
  for (const source of readSources(importing)) {
    const one = await importSource(source, importing);
    if (typeof one === 'string') {
      out.complain(`permesso import: ${printable(one)}`);
      return 2;
    }
    imported.push(one);
  }
  if (given.flag('json')) out.print(JSON.stringify(imported.map(importedAsJson), undefined, 2));
  else
    for (const one of imported) out.print(printImported(one, { title: format.title, cwd, width: out.width }));
  if (given.flag('write') && !(await writeAll(imported, { cwd, out }))) return 2;
  return imported.some(({ losses }) => losses.length > 0) ? 1 : 0;
}

/** Purely restrictive rules are written at once; a person must confirm allows and modes. */
async function writeAll(
  imported: readonly Imported[],
  { cwd, out }: { readonly cwd: string; readonly out: Output },
): Promise<boolean> {
  const looser = imported.filter((one) => loosens(one));
  const names = looser.map(({ source }) => printable(source.file)).join(', ');
  if (looser.length > 0 && !(await confirmLoosening(`Write these rules of ${names} into a policy?`, out)))
    return false;
  for (const one of imported) await writeImported(one, { cwd, out });
  return true;
}

/** Returns the imported policy, or why it could not be imported. */
async function importSource(source: Source, { format, given, out }: Importing): Promise<Imported | string> {
  const mode = given.value('mode');
  const read = format.read?.(source.text, {
    layer: source.layer,
    root: placeOptions(given).cwd,
    home: homedir(),
    ...definedFields({ mode }),
  });
  if (read === undefined) return `${source.file}: cannot be read`;
  if ('error' in read)
    return `${source.file}${read.line === undefined ? '' : `:${read.line}`}: ${read.error}`;
  const binding = bindingFor(format, given.value('for'));
  const wanted = await wantedOf(read, { format, given, out });
  const bound = bindRead(read, { ...binding, wants: ({ rule }) => wanted.has(rule) });
  const policy = format.toPolicy?.(source.text) ?? printBound([bound]);
  return { ...bound, source, policy };
}

/** A Permesso policy names the agents that its rules are for. */
function bindingFor({ name, agent, toPolicy }: Format, whom: string | undefined): Binding {
  if (toPolicy !== undefined) {
    if (whom !== undefined) throw new UsageError(`a ${name} says itself whom its rules are for`);
    return { shared: true };
  }
  if (whom === 'all') return { shared: true, ...definedFields({ agent }) };
  const named = whom ?? agent;
  return definedFields({ agent: named });
}

/** An allow for anything needs its own confirmation, and only if it would be written. */
async function wantedOf(
  read: ImportedPolicy,
  { format, given, out }: Pick<Importing, 'format' | 'given' | 'out'>,
): Promise<ReadonlySet<RuleInput>> {
  const wanted = new Set<RuleInput>();
  const broad = broadAllows(read.layer);
  // Imported as is: it was written as a policy.
  if (format.toPolicy !== undefined) return new Set(broad.map(({ rule }) => rule));
  if (!given.flag('write') || given.flag('json')) return wanted;
  for (const { rule, text, means } of broad)
    if (await confirmLoosening(printable(`${format.title} allows ${text}: it ${means}.\nImport this?`), out))
      wanted.add(rule);
  return wanted;
}

function readSources({ format, files, given }: Importing): readonly Source[] {
  const sources = files.map((file) => ({ file, text: readFile(file), layer: layerOf(file, given) }));
  if (format.join === undefined || sources.length === 1) return sources;
  const [first] = sources;
  return [
    {
      file: files.join(', '),
      text: format.join(sources.map(({ text }) => text)),
      layer: first?.layer ?? 'project',
    },
  ];
}

function readFile(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

const places: ReadonlySet<string> = new Set(['project', 'local', 'user', 'managed']);

/** By name and location: the layer determines what its rules may do. */
function layerOf(file: string, given: CommandInput): LayerName {
  const to = given.value('to');
  if (to !== undefined) {
    if (!places.has(to)) throw new UsageError(`--to ${to}? there are ${[...places].join(', ')}`);
    return to as LayerName;
  }
  const name = basename(file);
  if (/^managed[-_]settings|^requirements\.toml$/u.test(name) || resolve(file).startsWith('/etc/'))
    return 'managed';
  if (name.includes('.local.') || name === 'permissions-config.json') return 'local';
  const inHome = ['.claude', '.copilot', '.codex', '.gemini', '.config', '.cursor'].some((folder) =>
    resolve(file).startsWith(join(homedir(), folder, '/')),
  );
  return inHome ? 'user' : 'project';
}

function printImported(
  { source, policy, losses, layer }: Imported,
  { title, cwd, width }: ImportDisplay,
): string {
  const file = source.file
    .split(', ')
    .map((each) => shownPath(each, cwd))
    .join(', ');
  return [
    `# ${title}: ${printable(file)}`,
    `# for the ${layer.layer ?? 'project'} policy: ${printLosses(losses, { width, prefix: '# ' })
      .slice(2)
      .split('\n')
      .map((line) => printable(line))
      .join('\n')}`,
    policy.trimEnd(),
  ].join('\n');
}

interface ImportDisplay {
  readonly title: string;
  readonly cwd: string;
  readonly width: number;
}

function importedAsJson(imported: Imported): unknown {
  const { source, losses } = imported;
  return { file: source.file, policy: ruleByRule(imported), losses };
}
