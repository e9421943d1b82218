import { first, queries, type Connection } from '../../database/query.ts';
import type { HeldRole, PersonCaller } from '../../route/caller.ts';
import { slackPurpose } from '../../secrets/seal-purposes.ts';
import { seal, unseal, type SealKeys } from '../../secrets/seal.ts';

const loadApp = queries(import.meta.dirname)<AppRow>('load-app.sql');

interface AppRow {
  readonly id: string;
  readonly team: string;
  readonly name: string;
  readonly sealed: Buffer;
  readonly addedAt: Date;
  /** Set at the server's command line, so nobody in the organisation knows its secret. */
  readonly isOperators: boolean;
  /** The person who set it and therefore knows its secret; null if it was the operator, or is no longer known. */
  readonly setBy: string | null;
  readonly setByName: string | null;
  readonly setByRoles: readonly HeldRole[];
}

export interface SlackSecrets {
  readonly botToken: string;
  readonly signingSecret: string;
}

export interface SlackApp extends Omit<AppRow, 'sealed'>, SlackSecrets {}

export function sealSlack(secrets: SlackSecrets, organisation: string, secret: SealKeys): Buffer {
  return seal(JSON.stringify(secrets), slackPurpose(organisation), secret);
}

/**
 * The person who could forge a press, because they know its signing secret; undefined if the operator set it. If the
 * app's setter is unknown, a placeholder for a person who may answer nothing.
 */
export function pressSigner({
  isOperators,
  setBy,
  setByRoles,
}: SlackApp): Pick<PersonCaller, 'person' | 'roles'> | undefined {
  return isOperators ? undefined : { person: setBy ?? 'unknown', roles: setByRoles };
}

/** The organisation's app, ready to use. */
export async function slackApp(
  on: Connection,
  { organisation, secret }: { readonly organisation: string; readonly secret: SealKeys },
): Promise<SlackApp | undefined> {
  const row = await first(loadApp(on));
  if (row === undefined) return undefined;
  const { sealed, ...app } = row;
  const text = unseal(sealed, slackPurpose(organisation), secret).toString();
  return { ...app, ...(JSON.parse(text) as SlackSecrets) };
}
