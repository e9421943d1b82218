import { readFileSync } from 'node:fs';

/** The commands of a file of lines like `{"command": "ls"}` or `{"call": {"input": {"command": "ls"}}}`. */
export function commandsIn(file: string, isWanted: (row: object) => boolean = () => true): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const row: unknown = JSON.parse(line);
      return typeof row === 'object' && row !== null && isWanted(row) ? commandIn(row) : [];
    });
}

function commandIn(row: unknown): readonly string[] {
  if (typeof row !== 'object' || row === null) return [];
  if ('command' in row && typeof row.command === 'string') return [row.command];
  if ('call' in row) return commandIn(row.call);
  return 'input' in row ? commandIn(row.input) : [];
}
