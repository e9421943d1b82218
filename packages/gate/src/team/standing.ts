import { join } from 'node:path';
import { isRecord, parseJson } from '@permesso/engine/call';
import { readText } from '../disk/read-text.ts';
import { replaceFile } from '../disk/replace-file.ts';
import type { Membership } from '../disk/membership.ts';
import { askServer, Revoked, ServerAway } from './server-request.ts';

/** What the server said about this machine when it last authenticated. */
export interface TeamStanding {
  readonly is: 'member' | 'revoked';
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const fileName = 'standing.json';
/** Bundles come from caches and say nothing about one machine, so it asks separately from time to time. */
const askAfter = 10 * 60_000;

export function readStanding(directory: string): TeamStanding | undefined {
  const read = readText(join(directory, fileName));
  if (!('text' in read)) return undefined;
  const said: unknown = parseJson(read.text);
  if (!isRecord(said)) return undefined;
  const { is, at } = said;
  return (is === 'member' || is === 'revoked') && typeof at === 'number' ? { is, at } : undefined;
}

export function writeStanding(directory: string, is: TeamStanding['is']): void {
  // Keeps the first time: people want to know since when.
  if (is === 'revoked' && readStanding(directory)?.is === 'revoked') return;
  replaceFile(join(directory, fileName), {
    text: `${JSON.stringify({ is, at: Date.now() })}\n`,
    mode: 0o600,
  });
}

/** Appended to every verdict of a machine that its team has revoked. */
export function revokedNotice(directory: string, { url }: Pick<Membership, 'url'>): string | undefined {
  const standing = readStanding(directory);
  if (standing?.is !== 'revoked') return undefined;
  const since = new Date(standing.at).toISOString();
  return `This machine is revoked at the team server ${url} (seen ${since}): the team does not answer its requests. Join again: permesso team join ${url}`;
}

export interface StandingOptions {
  readonly directory: string;
  readonly membership: Membership;
  /** Asks even if the server has just answered. */
  readonly always?: boolean;
}

/** Asks the server whether it still knows this machine. An unreachable server changes nothing. */
export async function refreshStanding({ directory, membership, always }: StandingOptions): Promise<void> {
  const known = readStanding(directory);
  const isRecent = known?.is === 'member' && Math.abs(Date.now() - known.at) < askAfter;
  if (isRecent && always !== true) return;
  try {
    const reply = await askServer(membership, { path: '/v1/agent/self' });
    if (reply.status === 200) writeStanding(directory, 'member');
  } catch (error) {
    if (error instanceof Revoked) writeStanding(directory, 'revoked');
    else if (!(error instanceof ServerAway)) throw error;
  }
}
