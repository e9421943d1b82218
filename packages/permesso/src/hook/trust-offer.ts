import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Layer } from '@permesso/engine/policy';
import type { ToolCall } from '@permesso/engine/call';
import { codeProject, findPlaces, makeFolder, type PlaceOptions } from '@permesso/gate/disk';
import { createPolicyGate } from '@permesso/gate/gate';
import { hostPromptTexts } from '@permesso/gate/messages';
import { codeToTrust, trustAllows } from '../review/untrusted-code.ts';

/** Where the call is decided. */
export interface OfferPlace extends PlaceOptions {
  readonly cwd: string;
  readonly project: string;
}

/**
 * A note on a project's first ask that trusting its code would have answered; empty on all others. Found by deciding
 * the call once more, which only such a first ask costs.
 */
export async function trustOffer(call: ToolCall, where: OfferPlace): Promise<string | undefined> {
  const identity = codeProject(where.cwd)?.identity;
  if (identity === undefined) return undefined;
  const folder = join(findPlaces(where).state, 'trust-offered');
  const mark = join(folder, createHash('sha256').update(identity).digest('hex'));
  if (existsSync(mark)) return undefined;
  const gateWith = (layers: readonly Layer[]) => createPolicyGate({ ...where, onePlace: true, layers });
  if (!(await trustAllows(call, codeToTrust(where.cwd, where), gateWith))) return undefined;
  try {
    makeFolder(folder);
    writeFileSync(mark, '');
  } catch (error) {
    // A full disk is no reason to refuse the call: the note is repeated with the next ask.
    if (!(error instanceof Error)) throw error;
  }
  return hostPromptTexts.offersTrust;
}
