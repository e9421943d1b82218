import { steering } from '../launch/launcher.ts';
import type { Programs } from '../install/installer.ts';

/** The name of our MCP server in the programs' lists. */
export const bridgeName = 'permesso';

/** Identifies our entry, whatever node, folder or version it names. */
export const bridgeMark = 'permesso-bridge';

export interface BridgeCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command a program starts as an MCP server. The shell clears variables with which a repository could change our
 * code, then replaces itself: the bridge must be a child of the program.
 */
export function bridgeCommand({ node, hook, without = [], guard }: Programs): BridgeCommand {
  const state = guard === undefined ? [] : ['--state', guard.state];
  return {
    command: '/bin/sh',
    args: [
      '-c',
      `unset ${[...steering, ...without].join(' ')}; exec "$@"`,
      bridgeMark,
      node,
      hook,
      'bridge',
      ...state,
    ],
  };
}
