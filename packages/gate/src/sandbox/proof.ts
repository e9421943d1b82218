import { replaceFile } from '../disk/replace-file.ts';
import { runCanary } from './canary.ts';
import type { EngineClient } from './engine-client.ts';
import type { Engine } from './find-engine.ts';
import type { Prepared } from './prepare.ts';
import { proofFile, proofKey, readProofs } from './proof-record.ts';
import { SandboxRefused } from './refusal.ts';

export interface ProofOptions {
  readonly engine: Engine;
  readonly folder: string;
  readonly client: () => EngineClient;
}

/** Proves the sandbox by trying to leave it: once for each engine, kernel, user and shape of profile, which the proof's key names. */
export async function proveOnce(prepared: Prepared, options: ProofOptions): Promise<string> {
  const { engine, folder } = options;
  const key = proofKey(engine, {
    withHosts: prepared.hosts.length > 0,
    scratchAtTmp: prepared.scratchAtTmp,
  });
  const file = proofFile(folder);
  const proven = readProofs(file);
  if (proven.includes(key)) return key;
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
  return key;
}
