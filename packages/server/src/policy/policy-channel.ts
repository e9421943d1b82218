import { randomBytes } from 'node:crypto';
import { type Manifest, signManifest, type TeamGrant } from '@permesso/protocol/bundle';
import { first, only, queries, type Connection } from '../database/query.ts';
import { keySuccessions, organisationKey } from '../identity/index.ts';
import { existing } from '../route/problem.ts';
import type { SealKeys } from '../secrets/seal.ts';

const sql = queries(import.meta.dirname);
const addChannel = sql<never, { project: string; id: string }>('add-channel.sql');
const channelId = sql<{ id: string; envelope: string }, { project: string }>('channel-id.sql');
const lockChannel = sql<ChannelRow, { project: string }>('lock-channel.sql');
const setChannel = sql<
  never,
  {
    project: string;
    current: number | null;
    candidate: number | null;
    stage: string | null;
    share: number | null;
  }
>('set-channel.sql');
const issueChannel = sql<never, { project: string; serial: number; envelope: string }>('issue-channel.sql');
const frozenAround = sql<
  { frozen: string | null; agents: Manifest['frozenAgents']; restoredAt: Date | null; at: Date },
  { project: string }
>('frozen-around.sql');

const grantsAround = sql<GrantRow, { project: string }>('grants-around.sql');
const approvalRulesAround = sql<{ rule: string }, { project: string }>('approval-rules-around.sql');
const endedApprovals = sql<{ id: string }, { project: string }>('ended-approvals.sql');
const addBaseline = sql<never, { channel: string }>('add-baseline.sql');
const findBaseline = sql<BaselineRow>('find-baseline.sql');
const allProjects = sql<{ id: string }>('all-projects.sql');

type GrantRow = Omit<TeamGrant, 'pin'> & { readonly pin: NonNullable<TeamGrant['pin']> | null };

interface Digests {
  readonly serial: number;
  readonly currentDigest: string | null;
  readonly candidateDigest: string | null;
}

interface ChannelRow extends Rollout, Digests {
  readonly id: string;
  readonly isBaseline: boolean;
}

/** The organisation's baseline, which has versions and a rollout like a project. */
export interface BaselineRow extends Rollout, Digests {
  /** In the place of a rollout's project. */
  readonly project: string;
}

/** The active version, and the one being rolled out. */
export interface Rollout {
  readonly current: number | null;
  readonly candidate: number | null;
  readonly stage: 'report' | 'share' | null;
  readonly share: number | null;
}

export interface Signing {
  readonly organisation: string;
  readonly secret: SealKeys;
}

const pollSeconds = 60;

/** How long an offline agent may decide by its last policy. */
export const validHours = 72;

/** The channel where a project's agents fetch their policy; created, and signed, on first use. */
export async function channelOf(on: Connection, project: string, signing: Signing): Promise<string> {
  const known = await first(channelId(on, { project }));
  if (known !== undefined && known.envelope !== '') return known.id;
  await changeChannel(on, project, { signing, change: (rollout) => rollout });
  return (await only(channelId(on, { project }))).id;
}

export interface ChannelChange {
  readonly signing: Signing;
  readonly change: (rollout: Rollout) => Rollout | Promise<Rollout>;
}

/** Changes and signs a project's bundle, serialised: serials always increase. */
export async function changeChannel(
  on: Connection,
  project: string,
  { signing, change }: ChannelChange,
): Promise<void> {
  const before = await lockedChannel(on, project);
  const { current, candidate, stage, share } = await change(before);
  await setChannel(on, { project, current, candidate, stage, share });
  const row = await only(lockChannel(on, { project }));
  if (row.isBaseline) {
    const { at } = await only(frozenAround(on, { project }));
    await issueChannel(on, { project, serial: nextSerial(row, at), envelope: '' });
    for (const each of await allProjects(on)) await issueAgain(on, each.id, signing);
    return;
  }
  const manifest = await manifestOf(on, row, { project, organisation: signing.organisation });
  const { privateKey } = await organisationKey(on, signing.organisation, signing.secret);
  await issueChannel(on, {
    project,
    serial: manifest.serial,
    envelope: signManifest(manifest, privateKey, await keySuccessions(on)),
  });
}

/** Reissues the bundles of one project, or of all when null, with their current context: a freeze, a grant. */
export async function reissue(on: Connection, project: string | null, signing: Signing): Promise<void> {
  // For all projects including the baseline: after a restore its serial must not be below any that an agent has seen.
  await issueAgain(on, project ?? (await baselineOf(on)).project, signing);
}

async function issueAgain(on: Connection, project: string, signing: Signing): Promise<void> {
  await changeChannel(on, project, { signing, change: (rollout) => rollout });
}

/** Created on first use, so that every manifest has one: agents can tell an absent baseline from a withheld one. */
export async function baselineOf(on: Connection): Promise<BaselineRow> {
  const known = await first(findBaseline(on));
  if (known !== undefined) return known;
  await addBaseline(on, { channel: randomBytes(24).toString('base64url') });
  return await only(findBaseline(on));
}

/** Based on the clock too: a restored database must continue above the serials issued after the backup. */
function nextSerial({ serial }: Digests, at: Date): number {
  return Math.max(serial + 1, at.getTime());
}

/** Locked until the transaction ends: of two authors, the second one waits. */
export async function lockedChannel(on: Connection, project: string): Promise<Rollout> {
  await addChannel(on, { project, id: randomBytes(24).toString('base64url') });
  return await existing(lockChannel(on, { project }), 'project');
}

async function manifestOf(
  on: Connection,
  row: ChannelRow,
  { project, organisation }: { readonly project: string; readonly organisation: string },
): Promise<Manifest> {
  const around = await only(frozenAround(on, { project }));
  const grants = (await grantsAround(on, { project })).map(({ pin, ...grant }) => ({
    ...grant,
    ...(pin === null ? {} : { pin }),
  }));
  const approvalRules = (await approvalRulesAround(on, { project })).map(({ rule }) => rule);
  const ended = (await endedApprovals(on, { project })).map(({ id }) => id);
  const baseline = await baselineOf(on);
  return {
    v: 1,
    organisation,
    project,
    serial: nextSerial(row, around.at),
    issuedAt: around.at.toISOString(),
    ...policiesOf(row),
    baseline: { serial: baseline.serial, ...policiesOf(baseline) },
    ...(around.frozen === null ? {} : { frozen: around.frozen }),
    frozenAgents: around.agents,
    ...(grants.length === 0 ? {} : { grants }),
    ...(ended.length === 0 ? {} : { ended }),
    ...(approvalRules.length === 0 ? {} : { approvalRules }),
    ...(around.restoredAt === null ? {} : { restoredAt: around.restoredAt.toISOString() }),
    validHours,
    pollSeconds,
  };
}

function policiesOf({
  current,
  currentDigest,
  candidate,
  candidateDigest,
  stage,
  share,
}: Rollout & Digests): Pick<Manifest, 'policy' | 'candidate'> {
  return {
    ...(current === null || currentDigest === null
      ? {}
      : { policy: { version: current, digest: currentDigest } }),
    ...(candidate === null || candidateDigest === null || stage === null
      ? {}
      : { candidate: { version: candidate, digest: candidateDigest, stage, share: share ?? 0 } }),
  };
}
