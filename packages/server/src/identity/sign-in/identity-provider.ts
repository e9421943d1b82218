import { definedFields } from '@permesso/engine/call';
import { first, queries, type Connection } from '../../database/query.ts';
import { seal, type SealKeys } from '../../secrets/seal.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { endGroupsOf } from '../groups/signed-in-groups.ts';
import { lockAdmins } from '../lock-admins.ts';
import type { SecondPersonAct } from '../../route/second-person-act.ts';

const sql = queries(import.meta.dirname);
const putProvider = sql<
  never,
  { issuer: string; clientId: string; sealed: Buffer; groupsClaim: string | null; groupsScope: string | null }
>('put-identity-provider.sql');
const endCredentialsOfIssuer = sql<never, { issuer: string }>('end-credentials-of-issuer.sql');

export const loadProvider = sql<{
  issuer: string;
  clientId: string;
  sealedSecret: Buffer;
  groupsClaim: string | null;
  groupsScope: string | null;
  trustedDomains: readonly string[];
}>('identity-provider.sql');

export function clientSecretPurpose(organisation: string): string {
  return `client secret of ${organisation}`;
}

export interface ProviderDetail {
  readonly issuer: string;
  readonly clientId: string;
  readonly groups?: { readonly claim: string; readonly scope?: string };
}

/**
 * Whether the organisation already has one: adding the first needs no second person, since it alone makes none of its
 * people count.
 */
export async function hasProvider(on: Connection): Promise<boolean> {
  return (await first(loadProvider(on))) !== undefined;
}

/** Changes who vouches for an organisation's people. Sessions from the previous issuer end. */
export function changeProviderAct(keys: SealKeys): SecondPersonAct {
  return {
    name: 'identity-provider.put',
    confirmers: ['author', 'admin'],
    perform: async (on, { by, organisation, detail, secret = '', asked }) => {
      const { issuer, clientId, groups } = detail as unknown as ProviderDetail;
      const sealed = seal(secret, clientSecretPurpose(organisation), keys);
      await lockAdmins(on);
      const before = await first(loadProvider(on));
      await putProvider(on, {
        issuer,
        clientId,
        sealed,
        groupsClaim: groups?.claim ?? null,
        groupsScope: groups?.scope ?? null,
      });
      const said = { ...definedFields({ groups }), ...asked };
      await recordAdminAction(on, { by, act: 'identity-provider.put', subject: issuer, detail: said });
      if (before !== undefined && before.issuer !== issuer) {
        await endGroupsOf(on, { issuer: before.issuer, by, lastAdmin: 'refuse' });
        await endCredentialsOfIssuer(on, { issuer: before.issuer });
      }
      return {};
    },
  };
}
