import { readFileSync } from 'node:fs';

/** The rows stand in one text of this file. */
const rows = new URL('../packages/engine/src/facts/tools/known-server-rows.ts', import.meta.url);

interface StartedTool {
  readonly server: string;
  readonly tool: string;
  readonly package: string;
  readonly pin: string;
}

/** Pins of rows are cut short. */
const pinLength = 43;

/**
 * The tool as the gateway would name it, had it started the described package that bears the server's name. Days say which server
 * a tool belongs to, not how it was started.
 */
export function startedTool(name: string): StartedTool | undefined {
  const [, server = '', tool = ''] = name.split('__');
  let open = '';
  for (const line of readFileSync(rows, 'utf8').split('\n')) {
    if (!line.startsWith('  ')) {
      open = line.split(' ')[0] ?? '';
      continue;
    }
    const pin = line.split(/[\s:]+/u).find((word) => word.startsWith(`${tool}~`));
    if (pin !== undefined && open.toLowerCase().includes(server.toLowerCase()))
      return { server, tool, package: open, pin: pin.slice(tool.length + 1).padEnd(pinLength, 'A') };
  }
  return undefined;
}
