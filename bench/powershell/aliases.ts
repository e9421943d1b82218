import { readFileSync } from 'node:fs';

const source = new URL('../../packages/engine/src/powershell/commands/aliases.ts', import.meta.url);
let table: ReadonlyMap<string, string> | undefined;

/** Each alias with its cmdlet, read as data so that a slip of the engine does not judge itself. */
export function aliasTable(): ReadonlyMap<string, string> {
  table ??= new Map(
    readFileSync(source, 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z]\w+-\w+ /u.test(line))
      .flatMap((line) => {
        const [name = '', ...aliases] = line.split(' ');
        return aliases.map((alias) => [alias.toLowerCase(), name] as const);
      }),
  );
  return table;
}

export function cmdletOf(name: string): string | undefined {
  return aliasTable().get(name.toLowerCase());
}
