import type { Tool } from './tool.ts';
import { tools } from './tool-list.ts';

/** One line for each tool. */
export function listTools(): string {
  const wide = Math.max(...tools.map(({ name }) => name.length)) + 4;
  return [
    'usage: npm run tools -- NAME [ARGUMENT]...',
    '       npm run tools -- NAME --help | --json',
    '',
    ...tools.map(({ name, says }) => `  ${name.padEnd(wide)}${says}`),
    '',
  ].join('\n');
}

export function describeTool({ name, says, example, starts }: Tool): string {
  return [
    says,
    '',
    `  npm run tools -- ${[name, example].filter(Boolean).join(' ')}`,
    '',
    ...starts.map((command) => `starts ${command.join(' ')}`),
    '',
  ].join('\n');
}

/** Tools that a wrong name may mean: `load` the ones of that group. */
export function nearestNames(wrong: string): string {
  const near = tools.filter(({ name }) => name.includes(wrong) || wrong.includes(name));
  return near.length === 0 ? '' : `; there is ${near.map(({ name }) => name).join(', ')}`;
}
