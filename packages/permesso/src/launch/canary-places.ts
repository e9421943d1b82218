import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { readText, replaceFile, realPath } from '@permesso/gate/disk';

/**
 * A canary starts the installed hook in a temporary home and project. The hook would still read the person's policy,
 * so `doctor` records in the person's state, where agents may not write, that calls from that one project are decided
 * by the files of that home.
 */
export interface CanaryPlaces {
  readonly project: string;
  readonly home: string;
}

function fileIn(state: string): string {
  return join(state, 'canary.json');
}

export function announceCanary(state: string, { project, home }: CanaryPlaces): () => void {
  const text = JSON.stringify({ project: realPath(project) ?? project, home });
  replaceFile(fileIn(state), { text: `${text}\n`, mode: 0o600 });
  return () => rmSync(fileIn(state), { force: true });
}

/** The home of the canary that made this call, if one did. */
export function canaryHome(state: string, project: string): string | undefined {
  const read = readText(fileIn(state));
  if (!('text' in read)) return undefined;
  const told: unknown = JSON.parse(read.text);
  if (!isRecord(told) || typeof told['home'] !== 'string' || !isAbsolute(told['home'])) return undefined;
  return told['project'] === (realPath(project) ?? project) ? told['home'] : undefined;
}
