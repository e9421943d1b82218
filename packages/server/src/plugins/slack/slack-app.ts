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
  /** Set at the server's command line: nobody of the organisation knows its secret by that. */
  readonly isOperators: boolean;
  /** Who set it and so knows its secret; null where the operator did, or nobody knows any more. */
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
 * Who could have made up a press, because they know the secret that it is signed with; nothing where the operator set it. Of
 * an app whose setter is not known, nobody in particular, who may answer nothing.
 */
export function pressSigner({
  isOperators,
  setBy,
  setByRoles,
}: SlackApp): Pick<PersonCaller, 'person' | 'roles'> | undefined {
  return isOperators ? undefined : { person: setBy ?? 'unknown', roles: setByRoles };
}

/** The app of the organisation of this transaction, ready to be used. */
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
