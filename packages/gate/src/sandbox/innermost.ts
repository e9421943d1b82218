import { readFileSync } from 'node:fs';

/**
 * The process of the command itself. Between it and bubblewrap stand first processes of two nested spaces of process
 * ids, which take no signals; the command is number 2 of the innermost.
 */
export function commandProcess(engineChild: number): number | undefined {
  const all = descendants(engineChild).map((pid) => ({ pid, ids: idsOf(pid) }));
  const depth = Math.max(0, ...all.map(({ ids }) => ids.length));
  return all.find(({ ids }) => ids.length === depth && ids.at(-1) === '2')?.pid;
}

function descendants(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  if (children === '') return [];
  return children.split(' ').flatMap((child) => [Number(child), ...descendants(Number(child))]);
}

function idsOf(pid: number): readonly string[] {
  const line = /^NSpid:\s*(.*)$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return line === undefined ? [] : line.split(/\s+/);
}

/** Empty where the process has ended since. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}
