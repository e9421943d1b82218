import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { printable } from '../decision/printable.ts';
import { messageOf } from '../facts/read-facts.ts';
import type { Format, Read } from '../policy/exchange/format.ts';
import { formats } from '../policy/exchange/formats.ts';
import { printLosses } from '../policy/exchange/print-losses.ts';
import { policyOfProfile, printPolicy } from '../policy/exchange/profile/profile.ts';
import type { LayerName } from '../policy/rule.ts';
import { UsageError, type Command, type Given, type Output } from './command.ts';
import { cwdOption, placeOptions, shownPath } from './policy-options.ts';
import { writeImported } from './write-imported.ts';

const readable = formats.filter(({ read }) => read !== undefined);

export const importPolicy: Command = {
  name: 'import',
  summary: "Turns another program's permissions into a policy, and lists what could not be said.",
  usage: 'import FORMAT FILE... [options]',
  options: [
    { name: 'write', help: 'write it, instead of printing what would be written' },
    { name: 'to', value: 'WHERE', help: 'project, local, user or managed; where the file belongs otherwise' },
    { name: 'mode', value: 'MODE', help: "the program's own mode to read the rules for (gemini)" },
    cwdOption,
    { name: 'json', help: 'layers and losses as JSON' },
  ],
  examples: [
    [
      'permesso import claude .claude/settings.json',
      'prints the policy; the report stands in it as comments',
    ],
    [
      'permesso import gemini ~/.gemini/policies/*.toml --to user --write',
      'several files are read as one policy',
    ],
    ['permesso import', 'lists the formats'],
  ],
  exitCodes: [
    [0, 'everything could be said'],
    [1, 'something is stricter or not carried: see the report'],
    [2, 'a file could not be read; nothing was written'],
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
  readonly given: Given;
  readonly out: Output;
}

/** One source: a file, or several that the program itself reads as one. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly layer: LayerName;
}

export interface Imported extends Read {
  readonly source: Source;
  /** The policy file that says it. */
  readonly policy: string;
}

async function importFiles(importing: Importing): Promise<number> {
  const { format, given, out } = importing;
  const { cwd } = placeOptions(given);
  const imported: Imported[] = [];
  for (const source of readSources(importing)) {
    const one = importSource(source, importing);
    if (typeof one === 'string') {
      out.complain(`permesso import: ${printable(one)}`);
      return 2;
    }
    imported.push(one);
  }
  if (given.flag('json')) out.print(JSON.stringify(imported.map(asJson), undefined, 2));
  else for (const one of imported) out.print(show(one, { title: format.title, cwd, width: out.width }));
  if (given.flag('write')) for (const one of imported) await writeImported(one, { cwd, out });
  return imported.some(({ losses }) => losses.length > 0) ? 1 : 0;
}

/** What it became, or what is wrong with it. */
function importSource(source: Source, { format, given }: Importing): Imported | string {
  const mode = given.value('mode');
  const read = format.read?.(source.text, {
    layer: source.layer,
    root: placeOptions(given).cwd,
    home: homedir(),
    ...(mode === undefined ? {} : { mode }),
  });
  if (read === undefined) return `${source.file}: cannot be read`;
  if ('error' in read)
    return `${source.file}${read.line === undefined ? '' : `:${read.line}`}: ${read.error}`;
  const policy = format.name === 'profile' ? policyOfProfile(source.text).policy : printPolicy(read);
  return { ...read, source, policy };
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

/** By its name and place: whose rules they are decides what they may do. */
function layerOf(file: string, given: Given): LayerName {
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

function show({ source, policy, losses, layer }: Imported, { title, cwd, width }: Showing): string {
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

interface Showing {
  readonly title: string;
  readonly cwd: string;
  readonly width: number;
}

function asJson({ source, layer, losses }: Imported): unknown {
  return { file: source.file, policy: layer, losses };
}
