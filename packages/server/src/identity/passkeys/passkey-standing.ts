import { queries, type Connection } from '../../database/query.ts';

export const passkeyRules = ['when-registered', 'required'] as const;

/** Who must use a passkey: people who have one, or everybody. */
export type PasskeyRule = (typeof passkeyRules)[number];

export interface PasskeyStanding {
  readonly person: string;
  readonly rule: PasskeyRule;
  readonly passkeys: readonly string[];
}

const standings = queries(import.meta.dirname)<PasskeyStanding, { people: readonly string[] }>(
  'passkey-standings.sql',
);

/** These people's passkeys, and their organisation's rule. */
export async function passkeyStandings(
  on: Connection,
  people: readonly string[],
): Promise<ReadonlyMap<string, PasskeyStanding>> {
  if (people.length === 0) return new Map();
  const rows = await standings(on, { people: [...new Set(people)] });
  return new Map(rows.map((row) => [row.person, row]));
}
