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
  /** The token used, and its creator; null if the owner signed in. */
  readonly enrolment: string | null;
  readonly madeBy: string | null;
  /** When its owner confirmed it as theirs. */
  readonly confirmedAt: Date | null;
  /** Further details for the record. */
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

/** Where a project's agents fetch their policy. */
export type ChannelOf = (
  on: Connection,
  to: { readonly organisation: string; readonly project: string },
) => Promise<string>;

/** Sent to an agent once: its identity, and the key it should trust. */
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
