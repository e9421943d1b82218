import {
  exportPrivateKey,
  importPrivateKey,
  newSigningKey,
  type SigningKey,
} from '@permesso/protocol/bundle/ed25519';
import { only, query, type Connection } from '../database/query.ts';
import { seal, unseal } from '../secrets/seal.ts';

const addKey = query<never, { readonly publicKey: Buffer; readonly sealed: Buffer }>(
  import.meta.dirname,
  'add-signing-key.sql',
);
const loadKey = query<{ readonly publicKey: Buffer; readonly sealed: Buffer }>(
  import.meta.dirname,
  'signing-key.sql',
);

/** The key that an organisation's bundles and checkpoints are signed with. Agents pin it when they enrol. */
export async function addOrganisationKey(
  on: Connection,
  organisation: string,
  secret: Uint8Array,
): Promise<void> {
  const { publicKey, privateKey } = newSigningKey();
  await addKey(on, {
    publicKey,
    sealed: seal(exportPrivateKey(privateKey), purposeOf(organisation), secret),
  });
}

export async function organisationKey(
  on: Connection,
  organisation: string,
  secret: Uint8Array,
): Promise<SigningKey> {
  const { publicKey, sealed } = await only(loadKey(on));
  return { publicKey, privateKey: importPrivateKey(unseal(sealed, purposeOf(organisation), secret)) };
}

function purposeOf(organisation: string): string {
  return `signing key of ${organisation}`;
}
