import {
  bundleProblem,
  validUntil,
  lastSync,
  readStanding,
  revokedNotice,
  type TeamStanding,
} from '@permesso/gate/team-agent';
import { baselineFor, type Manifest, policyFor, type PolicyReference } from '@permesso/protocol/bundle';
import { readMembership, teamDirectory, type Membership, lastManifest } from '@permesso/gate/disk';
import type { CommandInput, Output } from '../command.ts';

/** This machine's copy of its team's policy, and its state. */
interface Found {
  readonly membership: Membership;
  readonly manifest: Manifest | undefined;
  readonly looked: string | undefined;
  readonly standing: TeamStanding | undefined;
  readonly revoked: string | undefined;
  /** Why every call is denied. */
  readonly problem: string | undefined;
}

export function teamStatus(given: CommandInput, out: Output): number {
  const directory = teamDirectory();
  const membership = readMembership(directory);
  const isJson = given.flag('json');
  if (membership === undefined) {
    const nothing = { team: null, agent: null, manifest: null, looked: null, standing: null, problem: null };
    out.print(
      isJson
        ? JSON.stringify(nothing)
        : 'This machine has not joined a team. To join: permesso team join URL',
    );
    return 0;
  }
  const found: Found = {
    membership,
    manifest: lastManifest(directory, membership),
    looked: lastSync(directory)?.toISOString(),
    standing: readStanding(directory),
    revoked: revokedNotice(directory, membership),
    problem: bundleProblem({ directory, membership, now: Date.now() }),
  };
  out.print(isJson ? asJson(found) : asLines(found).join('\n'));
  if (found.revoked !== undefined) return 3;
  return found.problem === undefined ? 0 : 4;
}

function asJson({ membership, manifest, looked, standing, problem }: Found): string {
  const { url, agent } = membership;
  return JSON.stringify({
    team: url,
    agent,
    manifest: manifest ?? null,
    looked: looked ?? null,
    standing: standing ?? null,
    problem: problem ?? null,
  });
}

function asLines({ membership, manifest, looked, revoked, problem }: Found): readonly string[] {
  const held = (reference: PolicyReference | undefined): string =>
    reference === undefined ? 'none yet' : `version ${reference.version}`;
  const { agent } = membership;
  return [
    `Team    ${membership.url}`,
    `Agent   ${agent}`,
    `Policy  ${held(manifest === undefined ? undefined : policyFor(manifest, agent))}`,
    `Base    ${held(manifest === undefined ? undefined : baselineFor(manifest, agent))}`,
    ...(manifest === undefined ? [] : [`Until   ${new Date(validUntil(manifest)).toISOString()}`]),
    `Looked  ${looked ?? 'never'}`,
    ...(manifest?.frozen === undefined ? [] : [`Frozen  ${manifest.frozen}`]),
    ...(revoked === undefined ? [] : [`Revoked ${revoked}`]),
    ...(problem === undefined ? [] : [`Problem ${problem}`]),
  ];
}
