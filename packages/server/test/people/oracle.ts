import { insider, type Human, type Stage } from './stage.ts';

/**
 * What is wrong with an organisation in which nobody but the insider asked for anything, by who really did what: it reads rows,
 * and knows nothing of how the server tells people apart.
 */
export async function violations(stage: Stage): Promise<readonly string[]> {
  const parts = [tooFewVotes, lastingAnswers, tooFewReviews, changedAlone];
  return (await Promise.all(parts.map((part) => part(stage)))).flat();
}

type Rows = <T extends object>(sql: string) => Promise<readonly T[]>;

function rowsIn({ organisation, kept }: Stage): Rows {
  return <T extends object>(sql: string) => kept.rows<T>(sql, organisation);
}

/** Approvals and grants that fewer people gave than it takes. */
async function tooFewVotes(stage: Stage): Promise<readonly string[]> {
  const { ledger } = stage;
  const rows = rowsIn(stage);
  const found: string[] = [];
  const machineOf = new Map(stage.machines.map(({ agent, human }) => [agent.id, human]));
  const others = (humans: ReadonlySet<Human> | undefined, agent: string): number =>
    [...(humans ?? [])].filter((human) => human !== machineOf.get(agent)).length;

  for (const { id, agent, quorum } of await rows<{ id: string; agent: string; quorum: number }>(
    "select id, agent, quorum from approvals where organisation = $1 and state in ('approved', 'consumed')",
  ))
    if (others(ledger.allowed.get(id), agent) < quorum)
      found.push(`the approval ${id} of ${quorum} was given by ${namesIn(ledger.allowed.get(id))}`);

  for (const { id, agent, quorum } of await rows<{ id: string; agent: string; quorum: number }>(
    "select id, agent, quorum from team_grants where organisation = $1 and state = 'granted'",
  ))
    if (others(ledger.granted.get(id), agent) < quorum)
      found.push(`the grant ${id} for the team was given by ${namesIn(ledger.granted.get(id))}`);

  return found;
}

/** Answers that last longer, or say more, than the policy lets one. */
async function lastingAnswers(stage: Stage): Promise<readonly string[]> {
  const rows = rowsIn(stage);
  const found: string[] = [];
  for (const { scope, rules, days } of await rows<{
    scope: string;
    rules: readonly string[] | null;
    days: number;
  }>(
    'select scope, rules, extract(day from expires_at - given_at)::int as days from standing_approvals where organisation = $1',
  ))
    if (scope !== stage.longest || days > 90 || rules?.some((rule) => !rule.startsWith('Bash(npm version')))
      found.push(`an answer lasts for ${scope} with ${JSON.stringify(rules)} for ${days} days`);

  return found;
}

/** Looser versions that are obeyed, and acts that were confirmed, by one person. */
async function tooFewReviews(stage: Stage): Promise<readonly string[]> {
  const { ledger } = stage;
  const rows = rowsIn(stage);
  const found: string[] = [];
  for (const { project, version } of await rows<{ project: string; version: number }>(
    `select project, current as version from channels where organisation = $1 and current is not null
     union all select project, candidate from channels where organisation = $1 and stage = 'share'`,
  )) {
    const known = ledger.versions.get(`${project} ${version}`);
    if (known?.isLooser === true && known.humans.size < 2)
      found.push(`the looser version ${version} is obeyed on the word of ${namesIn(known.humans)}`);
  }

  for (const { id, by } of await rows<{ id: string; by: string }>(
    "select id, settled_by as by from pending_acts where organisation = $1 and state = 'done'",
  ))
    if (ledger.asked.get(id) === undefined || by === 'operator' || ledger.asked.get(id) === insider)
      found.push(`the act ${id} was asked for and confirmed by the insider`);

  return found;
}

/** What was set up when the sequence began, and is not as it was. */
async function changedAlone(stage: Stage): Promise<readonly string[]> {
  const rows = rowsIn(stage);
  const found: string[] = [];
  const left = await rows<{ id: string }>('select id from approval_rules where organisation = $1');
  for (const rule of stage.rules)
    if (!left.some(({ id }) => id === rule)) found.push(`the quorum ${rule} is gone`);
  const [setting] = await rows<{ on: boolean }>(
    'select review_looser as on from organisations where id = $1',
  );
  if (setting?.on !== true) found.push('looser policies need no review any more');
  const held = await rows<{ person: string }>(
    `select distinct person from roles where organisation = $1 and role <> 'viewer'`,
  );
  for (const human of ['alice', 'bob', 'carol', 'dave'])
    if (!held.some(({ person }) => person === stage.people.get(human)?.person))
      found.push(`${human} has lost their role`);
  if ((await rows('select id from people where organisation = $1 and erased_at is not null')).length > 0)
    found.push('somebody was erased');
  if ((await rows('select id from legal_holds where organisation = $1 and ended_at is not null')).length > 0)
    found.push('a legal hold was ended');
  const [provider] = await rows<{ issuer: string }>(
    'select issuer from identity_providers where organisation = $1',
  );
  if (stage.issuer !== null && provider?.issuer !== stage.issuer)
    found.push('the identity provider is another one');
  return found;
}

function namesIn(humans: ReadonlySet<Human> | undefined): string {
  return [...(humans ?? [])].join(', ') || 'nobody';
}
