import { setImmediate } from 'node:timers/promises';
import { definedFields } from '@permesso/engine/call';
import type { RuleReference } from '@permesso/engine/decision';
import { type Layer, PolicyError } from '@permesso/engine/policy';
import type { AskedMost, AskedRow } from '@permesso/protocol/console';
import type { RecordedCall } from '@permesso/protocol/entry';
import { createGate, type Gate, loadPolicy } from '@permesso/gate/gate';
import type { PlaceOptions } from '@permesso/gate/disk';
import type { AskedCount } from './overview-counts.ts';
import { shownCallWorld } from './shown-call-world.ts';

export interface AskedMostOptions extends PlaceOptions {
  readonly cwd: string;
}

const rowsShown = 8;
/** Similar calls that a rule is tried on. */
const mostPeers = 40;
const alsoShown = 4;

/** The most frequent calls that still ask, each with the one rule that would end it. */
export async function askedMost(asked: readonly AskedCount[], options: AskedMostOptions): Promise<AskedMost> {
  const gate = gateWith([], options);
  const rows: AskedRow[] = [];
  /** Calls that a rule of a row above would end as well. */
  const covered = new Set<AskedCount>();
  for (const one of asked.slice(0, 4 * rowsShown)) {
    if (rows.length === rowsShown) break;
    // Trying rules takes dozens of decisions: approval requests must not wait for that.
    await setImmediate();
    if (covered.has(one)) continue;
    const row = askedRow(one, { asked, gate, options, covered });
    if (row !== undefined) rows.push(row);
  }
  return { asked: rows, different: asked.length };
}

interface RowContext {
  readonly asked: readonly AskedCount[];
  readonly gate: Gate | undefined;
  readonly options: AskedMostOptions;
  readonly covered: Set<AskedCount>;
}

/** Undefined if the current policy no longer asks. */
function askedRow(one: AskedCount, { asked, gate, options, covered }: RowContext): AskedRow | undefined {
  const { call, prompts, approved, denied } = one;
  const row = { what: aboutCall(call), call: shownCall(call), prompts, approved, denied };
  if (gate === undefined) return { ...row, none: 'the policy has a problem' };
  if (one.isPartial) return { ...row, none: 'the log holds it in part only' };
  const { verdict, suggestions, receipt } = gate.explain(call).decision;
  if (verdict !== 'ask') return undefined;
  const peers = asked
    .filter((other) => other !== one && !other.isPartial && begins(other.call) === begins(call))
    .slice(0, mostPeers);
  const offers = suggestions.flatMap(({ rules, covers }) => {
    const would = gateWith(rules, options);
    if (would === undefined || would.explain(call).decision.verdict !== 'allow') return [];
    const matched = peers.filter((peer) => would.explain(peer.call).decision.verdict === 'allow');
    const saves = matched.reduce((sum, peer) => sum + peer.prompts, prompts);
    return [{ rules, covers, matched, saves }];
  });
  // The narrowest rule among those that save most; never one that covers a call a person has denied.
  const [narrowest] = offers;
  const best = offers
    .filter(({ matched }) => matched.every((peer) => peer.denied === 0))
    .reduce(
      (chosen, offer) => (chosen !== undefined && chosen.saves >= offer.saves ? chosen : offer),
      narrowest,
    );
  const [asking] = receipt.determining;
  if (best === undefined) return { ...row, none: noOffer(asking) };
  const { rules, covers, matched, saves } = best;
  for (const peer of matched) covered.add(peer);
  return {
    ...row,
    rules,
    covers,
    saves,
    also: matched.slice(0, alsoShown).map((peer) => aboutCall(peer.call)),
    alsoCount: matched.length,
  };
}

/** A preset's rule was not written by the person, and often only might match. */
function noOffer(asking: RuleReference | undefined): string {
  if (asking === undefined) return 'no rule can end it';
  return asking.file?.startsWith('permesso/presets/') === true
    ? 'the preset asks each time'
    : `your rule asks: ${asking.text}`;
}

/** Undefined if the policy cannot be loaded. */
function gateWith(allow: readonly string[], options: AskedMostOptions): Gate | undefined {
  const layers: readonly Layer[] = allow.length === 0 ? [] : [{ layer: 'flags', allow, root: options.cwd }];
  try {
    return createGate({ policy: loadPolicy({ ...options, layers }).policy, world: shownCallWorld });
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}

function shownCall({ tool, input, cwd }: RecordedCall): NonNullable<AskedRow['call']> {
  return { tool, input, ...definedFields({ cwd }) };
}

function begins(call: RecordedCall): string {
  return `${call.tool} ${aboutCall(call).trim().split(/\s+/, 1)[0] ?? ''}`;
}

function aboutCall({ tool, input }: RecordedCall): string {
  const { command, file_path: path, url } = input;
  const subject = [command, path, url].find((each) => typeof each === 'string');
  return subject ?? `${tool} ${JSON.stringify(input)}`;
}
