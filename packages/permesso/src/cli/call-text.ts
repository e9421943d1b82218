import { printable } from '@permesso/engine/decision';

/** A call in one line: the shell command, or the tool with its input. */
export function callText({ tool, input }: { readonly tool: string; readonly input: unknown }): string {
  const command =
    typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return printable(typeof command === 'string' ? command : `${tool} ${JSON.stringify(input)}`);
}
