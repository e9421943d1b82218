import { readFileSync } from 'node:fs';
import { isRecord } from '@permesso/engine/call';

/** A shell command of a corpus, with the rules of its case. */
export interface CorpusCommand {
  readonly command: string;
  readonly mode: string | undefined;
  readonly rules: CaseRules;
}

interface CaseRules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

export interface CommandPlaces {
  readonly home: string;
  readonly project: string;
}

/** Lines of conformance cases, of working days, or `{ "command": ... }` alone. Their directories become ours. */
export function readCommands(files: readonly string[], places: CommandPlaces): readonly CorpusCommand[] {
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const found = lines.flatMap((line): readonly CorpusCommand[] => {
    if (line.trim() === '') return [];
    const said: unknown = JSON.parse(moved(line, places));
    if (!isRecord(said)) return [];
    const call = isRecord(said['call']) ? said['call'] : said;
    const input = isRecord(call['input']) ? call['input'] : call;
    const command = input['command'];
    if (typeof command !== 'string' || command.includes('\0')) return [];
    const rules = isRecord(said['rules']) ? said['rules'] : {};
    const list = (name: string): readonly string[] =>
      Array.isArray(rules[name]) ? rules[name].filter((each) => typeof each === 'string') : [];
    return [
      {
        command,
        mode: typeof said['mode'] === 'string' ? said['mode'] : undefined,
        rules: { allow: list('allow'), ask: list('ask'), deny: list('deny') },
      },
    ];
  });
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** They look as if they only printed, and obey a file of the directory: never without a sandbox, and always tried. */
export const obeyingCommands: readonly CorpusCommand[] = [
  'prisma --version',
  'prisma --help',
  'composer --help',
  'husky --version',
  'husky --help',
  'wrangler whoami',
  'dotnet --version',
  'terragrunt --version',
  'terragrunt providers',
  'terragrunt fmt -check',
  'pytest --version',
  'pytest --help',
].map((command) => ({ command, mode: undefined, rules: { allow: [], ask: [], deny: [] } }));

const projects =
  /\/home\/dev\/(?:project|shop|billing|logsift|[a-z-]+)(?=[/\s"'\\;:)]|$)|\/app(?=[/\s"'\\;:)]|$)/g;

function moved(line: string, { home, project }: CommandPlaces): string {
  return line.replaceAll(projects, project).replaceAll('/home/dev', home);
}

/** Programs that the commands name, as far as a word looks like one. */
export function programsIn(commands: readonly CorpusCommand[]): {
  readonly programs: readonly string[];
  readonly paths: readonly string[];
} {
  const programs = new Set<string>();
  const paths = new Set<string>();
  for (const { command } of commands)
    for (const [, word = ''] of command.matchAll(
      /(?:^|[;&|(\n`]|\b(?:sudo|env|exec|time|timeout \d+|python3?|node|bash|sh) )\s*([\w./+-]{1,60})/g,
    )) {
      if (/^[a-z][\w.+-]*$/i.test(word)) programs.add(word);
      else if (/^(?:\.\/)?[\w-][\w./-]*$/.test(word) && !word.includes('..') && !word.endsWith('/'))
        paths.add(word.replace(/^\.\//, ''));
    }
  return { programs: [...programs], paths: [...paths].filter((path) => !path.split('/').includes('.git')) };
}
