import { steering } from '../launch/launcher.ts';
import type { Programs } from '../install/installer.ts';

/** The name under which programs list our MCP server. */
export const bridgeName = 'permesso';

/** By which our entry is known again, whatever node, folder or version of us it names. */
export const bridgeMark = 'permesso-bridge';

export interface BridgeCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * What a program starts as an MCP server. The shell takes away what a repository could set to change our code, and
 * replaces itself: the bridge must be a child of the program.
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
