import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../storage/read-text.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { runCanary } from './canary.ts';
import type { EngineClient } from './engine-client.ts';
import { engineIdentity, type Engine } from './find-engine.ts';
import type { Prepared } from './prepare.ts';
import { SandboxRefused } from './refusal.ts';

export interface ProofOptions {
  readonly engine: Engine;
  readonly folder: string;
  readonly client: () => EngineClient;
}

/** Raised when the canary or our additions change: earlier proofs are then worth nothing. */
const canaryVersion = 1;

/** What of a profile changes the way the engine works: with hosts it starts its proxy, and the scratch directory has two places. */
function shapeOf({ hosts, scratchAtTmp }: Prepared): string {
  return `${hosts.length > 0 ? 'hosts' : 'no network'}, ${scratchAtTmp ? 'scratch at /tmp' : 'scratch aside'}`;
}

/** Proves the sandbox by trying to leave it: once for each engine, kernel, user and shape of profile. */
export async function proveOnce(prepared: Prepared, options: ProofOptions): Promise<void> {
  const { engine, folder } = options;
  const key = createHash('sha256')
    .update(
      JSON.stringify([
        canaryVersion,
        engineIdentity(engine),
        release(),
        process.geteuid?.(),
        shapeOf(prepared),
      ]),
    )
    .digest('hex');
  const file = join(folder, 'proof.json');
  const proven = readProofs(file);
  if (proven.includes(key)) return;
  const escaped = await runCanary({
    ...options,
    client: options.client(),
    hosts: prepared.hosts.length > 0,
    scratchAtTmp: prepared.scratchAtTmp,
  });
  // The engine was changed while it was tried: the proof is of neither.
  const [first] = escaped;
  if (first !== undefined)
    throw new SandboxRefused('not proven', {
      message: `The sandbox does not hold on this machine: ${escaped.join('; ')}.`,
      fix: 'reinstall bubblewrap, socat and the engine; `permesso sandbox status` tries again',
    });
  replaceFile(file, { text: JSON.stringify([...proven.slice(-20), key]), mode: 0o600 });
}

function readProofs(file: string): readonly string[] {
  try {
    const said: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(said) ? said.filter((key) => typeof key === 'string') : [];
  } catch (error) {
    // Damaged is the same as none: it is proven again.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}
