import { homedir } from 'node:os';
import type { ToolCall } from '@permesso/engine/call';
import { lastSaid, type LastSaid } from '../transcripts/last-said.ts';
import { hosts } from './hosts.ts';

/** The messages before a call, from the session file that its host keeps. */
export function saidBefore({ host, session }: ToolCall): LastSaid {
  const reader = hosts
    .flatMap(({ transcripts }) => transcripts ?? [])
    .find((each) => each.host.name === host);
  return lastSaid({ session, reader, places: { home: homedir(), env: process.env } });
}
