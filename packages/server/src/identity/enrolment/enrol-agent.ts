import { Type } from 'typebox';
import { only, queries, type Connection } from '../../database/query.ts';
import { Base64Url, Uuid } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { retiredKeys, signingKey } from '../organisation-key.ts';

const addAgent = queries(import.meta.dirname)<{ id: string }, Omit<EnrolledAgent, 'organisation' | 'detail'>>(
  'add-agent.sql',
);

export interface EnrolledAgent {
  readonly organisation: string;
  readonly project: string;
  readonly owner: string;
  readonly name: string;
  readonly publicKey: Buffer;
  /** The token that it came by, and who made that; null where its owner signed in. */
  readonly enrolment: string | null;
  readonly madeBy: string | null;
  /** Since when its owner says that it is theirs. */
  readonly confirmedAt: Date | null;
  /** Further words for the record. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export async function enrolAgent(
  on: Connection,
  { organisation, detail, ...agent }: EnrolledAgent,
): Promise<string> {
  const { id } = await only(addAgent(on, agent));
  const { project, owner, name } = agent;
  const by = { kind: 'agent', organisation, project, agent: id, owner } as const;
  await recordAdminAction(on, {
    by,
    act: 'agent.enrol',
    subject: id,
    detail: { name, project, ...detail },
  });
  return id;
}

/** Where the agents of a project look for their policy. */
export type ChannelOf = (
  on: Connection,
  to: { readonly organisation: string; readonly project: string },
) => Promise<string>;

/** What an agent is told once: who it is, and whom it believes. */
export const Enrolled = Type.Object({
  agent: Uuid,
  organisation: Uuid,
  project: Uuid,
  channel: Type.String(),
  organisationKey: Base64Url,
  earlierKeys: Type.Array(Base64Url),
});

interface Member {
  readonly agent: string;
  readonly organisation: string;
  readonly project: string;
}

export async function membershipOf(
  on: Connection,
  { agent, organisation, project }: Member,
  channelOf: ChannelOf,
): Promise<Member & Readonly<Record<string, unknown>>> {
  const key = await only(signingKey(on));
  return {
    agent,
    organisation,
    project,
    channel: await channelOf(on, { organisation, project }),
    organisationKey: key.publicKey.toString('base64url'),
    earlierKeys: await retiredKeys(on),
  };
}
