import type { Database } from '../database/database.ts';
import { queries, type Connection, type Query } from '../database/query.ts';
import {
  allOrganisations,
  recordAdminAction,
  keyPurpose,
  clientSecretPurpose,
  pendingPurpose,
  signInPurpose,
} from '../identity/index.ts';
import { pushKeyPurpose, slackPurpose, streamPurpose } from '../secrets/seal-purposes.ts';
import { seal, unseal, type SealKeys } from '../secrets/seal.ts';
import { targetPurpose } from '../notifications/index.ts';

const sql = queries(import.meta.dirname);
const sealedValues = sql<SealedValue>('sealed-values.sql');

interface SealedValue {
  readonly place: keyof typeof places;
  readonly id: string;
  readonly sealed: Buffer;
}

interface SealedPlace {
  readonly purpose: (organisation: string) => string;
  /** Only if unchanged since: otherwise it is sealed with the new secret already. */
  readonly write: Query<
    { readonly done: boolean },
    { readonly id: string; readonly before: Buffer; readonly sealed: Buffer }
  >;
}

const places = {
  signing_keys: { purpose: keyPurpose, write: sql('reseal-key.sql') },
  identity_providers: { purpose: clientSecretPurpose, write: sql('reseal-provider.sql') },
  sign_ins: { purpose: signInPurpose, write: sql('reseal-sign-in.sql') },
  hooks: { purpose: targetPurpose, write: sql('reseal-hook.sql') },
  pending_acts: { purpose: pendingPurpose, write: sql('reseal-pending-act.sql') },
  slack_apps: { purpose: slackPurpose, write: sql('reseal-slack.sql') },
  push_keys: { purpose: pushKeyPurpose, write: sql('reseal-push-key.sql') },
  streams: { purpose: streamPurpose, write: sql('reseal-stream.sql') },
} satisfies Record<string, SealedPlace>;

/** Seals everything with the current secret, so that the old one can be discarded. Returns the number of values. */
export async function resealEverything(database: Database, secret: SealKeys): Promise<number> {
  let done = 0;
  for (const { id } of await allOrganisations(database.system))
    done += await database.asOrganisation(id, (on) => reseal(on, id, secret));
  return done;
}

async function reseal(on: Connection, organisation: string, secret: SealKeys): Promise<number> {
  const values = await sealedValues(on);
  for (const { place, id, sealed: before } of values) {
    const { purpose, write } = places[place];
    const text = unseal(before, purpose(organisation), secret);
    await write(on, { id, before, sealed: seal(text, purpose(organisation), secret) });
  }
  const detail = { values: values.length };
  await recordAdminAction(on, { by: 'operator', act: 'secret.rotate', subject: organisation, detail });
  return values.length;
}
