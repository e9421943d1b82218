import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../disk/read-text.ts';
import { engineIdentity, type Engine } from './find-engine.ts';
import { seatbeltDigest } from './seatbelt/check-seatbelt.ts';

/** What of a profile changes the way the engine works: with hosts it starts its proxy, and the scratch directory has two places. */
export interface ProofShape {
  readonly withHosts: boolean;
  readonly scratchAtTmp: boolean;
}

/** Raised when the canary or our additions change: earlier proofs are then worth nothing. */
const canaryVersion = 2;

/** Names one proof: this engine, system, kernel, user and shape. */
export function proofKey(engine: Engine, { withHosts, scratchAtTmp }: ProofShape): string {
  const shape = `${withHosts ? 'hosts' : 'no network'}, ${scratchAtTmp ? 'scratch at /tmp' : 'scratch aside'}`;
  const plan = 'seatbelt' in engine ? seatbeltDigest() : '';
  return createHash('sha256')
    .update(
      JSON.stringify([canaryVersion, engineIdentity(engine), plan, release(), process.geteuid?.(), shape]),
    )
    .digest('hex');
}

export function proofFile(folder: string): string {
  return join(folder, 'proof.json');
}

export function readProofs(file: string): readonly string[] {
  try {
    const said: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(said) ? said.filter((key) => typeof key === 'string') : [];
  } catch (error) {
    // Damaged is the same as none: it is proven again.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}
