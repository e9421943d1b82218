import { existsSync } from 'node:fs';
import { join } from 'node:path';

const plugins = join(import.meta.dirname, '../../src/plugins');

/** One line of the table: a route, what the request is about, and the status for each caller. */
export interface Row {
  /** `PUT /v1/freeze agent`. */
  readonly request: string;
  /** `PUT /v1/freeze`. */
  readonly route: string;
  readonly target: '-' | 'A' | 'B' | 'X';
  readonly statuses: ReadonlyMap<string, number>;
}

/** Without the rows of plug-ins that are not there. */
export function readMatrix(text: string): readonly Row[] {
  const [head = '', ...lines] = text
    .replaceAll(/^# Plug-in (.*)\n(?:(?!#).*\n)*/gm, (rows: string, name: string) =>
      existsSync(join(plugins, name)) ? rows : '',
    )
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const columns = head.split(/[\s|]+/).filter(Boolean);
  return lines.map((line) => {
    const [, request = '', target = ''] = /^(.*\S)\s+([-ABX]) \|/.exec(line) ?? [];
    const statuses = line
      .slice(line.indexOf('|'))
      .split(/[\s|]+/)
      .filter(Boolean)
      .map(Number);
    if (request === '' || statuses.length !== columns.length || statuses.some((status) => !(status > 0)))
      throw new Error(`this line of the matrix is not complete: ${line}`);
    return {
      request,
      route: request.split(' ').slice(0, 2).join(' '),
      target: target as Row['target'],
      statuses: new Map(columns.map((column, at) => [column, statuses[at] ?? 0])),
    };
  });
}

/** As in the table, so that what differs is read there. */
export function printRow(statuses: ReadonlyMap<string, number>): string {
  return Array.from(statuses, ([column, status]) => `${column} ${status}`).join('  ');
}
