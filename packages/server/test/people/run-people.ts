import { randomSource } from '../attack/fuzz-requests.ts';
import { fakeSlack } from '../fake-slack.ts';
import { startTestServer } from '../harness.ts';
import { startProvider } from '../identity-provider.ts';
import { allowAs, insiderActs, pick, reviewAs, type InsiderAct } from './insider-acts.ts';
import { violations } from './oracle.ts';
import { withoutNetwork } from './in-process.ts';
import { keptRows } from './kept-rows.ts';
import { beginStage, byToken, insiderRoles, setUp, type Setting, type Shared, type Stage } from './stage.ts';

export interface PeopleRun {
  readonly sequences: number;
  readonly acts: number;
  /** Sequences that began with each role of the insider. */
  readonly byRole: Readonly<Record<string, number>>;
  /** What the honest people and the insider brought about together, so that it is known that something can happen. */
  readonly approvals: number;
  readonly versions: number;
  /** Answers that last, and votes by a button: none would mean that these guards were not tried. */
  readonly lasting: number;
  readonly presses: number;
  readonly failures: readonly string[];
}

export interface PeopleOptions {
  readonly sequences: number;
  readonly seed: number;
  /** Acts of each sequence. */
  readonly acts?: number;
  /** Sequences at a time, each in an organisation of its own. */
  readonly together?: number;
  readonly onProgress?: (done: number, violations: number) => void;
}

const mostFailures = 10;

/**
 * Random sequences of administrative acts by one insider in an otherwise honest organisation, on a real PostgreSQL and with real
 * identity providers. After each, nothing that takes two may have happened by the insider alone.
 */
export async function runPeople(options: PeopleOptions): Promise<PeopleRun> {
  const { sequences, seed, acts = 50, together = 4, onProgress = () => undefined } = options;
  const slack = await fakeSlack();
  const server = await startTestServer({
    settings: { webhookHosts: ['localhost', '127.0.0.1'] },
    env: { PERMESSO_SLACK_API: slack.api },
  });
  const callback = `${server.url}/v1/sign-in/callback`;
  const [honestProvider, ownProvider] = [await startProvider(callback), await startProvider(callback)];
  const overNetworkAgain = await withoutNetwork(server.url);
  const kept = await keptRows(server.databaseUrl, together);
  const shared: Shared = { server, honestProvider, ownProvider, slack, kept };
  /** Set up and not in use, by kind. */
  const free = new Map<string, Setting[]>();
  const byRole: Record<string, number> = {};
  const failures: string[] = [];
  const total = { acts: 0, approvals: 0, versions: 0, lasting: 0, presses: 0 };
  let [next, done, organisations] = [0, 0, 0];

  async function one(index: number): Promise<void> {
    const random = randomSource(seed * 1_000_003 + index);
    const role = Object.keys(insiderRoles)[index % Object.keys(insiderRoles).length] ?? '';
    const kind = { role, hasProvider: random() < 0.5, longest: random() < 0.5 ? 'session' : null } as const;
    const unused = free.get(JSON.stringify(kind)) ?? [];
    free.set(JSON.stringify(kind), unused);
    const setting = unused.pop() ?? (await setUp(shared, `s${++organisations}`, kind));
    const stage = beginStage(setting, random);
    byRole[role] = (byRole[role] ?? 0) + 1;
    for (let at = 0; at < acts; at++) await (random() < 0.08 ? honestAct : weighted(random))(stage);
    total.acts += acts;
    total.approvals += stage.ledger.allowed.size;
    total.versions += stage.ledger.versions.size;
    const counts = await kept.rows<{ lasting: number; presses: number }>(
      `select (select count(*)::int from standing_approvals where organisation = $1) as lasting,
         (select count(*)::int from votes where organisation = $1 and via = 'slack' and counted) as presses`,
      stage.organisation,
    );
    total.lasting += counts[0]?.lasting ?? 0;
    total.presses += counts[0]?.presses ?? 0;
    for (const wrong of await violations(stage))
      if (failures.length < mostFailures)
        failures.push(`seed ${seed}, sequence ${index} (${role}): ${wrong}`);
    await kept.restore(stage.organisation);
    unused.push(setting);
    onProgress(++done, failures.length);
  }

  try {
    await Promise.all(
      Array.from({ length: together }, async () => {
        while (next < sequences && failures.length < mostFailures) await one(next++);
      }),
    );
  } finally {
    overNetworkAgain();
    honestProvider.end();
    ownProvider.end();
    await kept.end();
    await server.end();
    await slack.close();
  }
  return { sequences: done, byRole, ...total, failures };
}

function weighted(random: () => number): InsiderAct {
  let left = random() * insiderActs.reduce((sum, [often]) => sum + often, 0);
  const found = insiderActs.find(([often]) => (left -= often) < 0);
  return (found ?? insiderActs[0])?.[1] as InsiderAct;
}

/** An approver answers what is pending, somebody who may review reads a version, or an owner confirms a machine: with one more, it takes place. */
const honestAct: InsiderAct = async (stage: Stage) => {
  const as = (human: string): ReturnType<typeof byToken> =>
    byToken(stage.server, human, stage.people.get(human)?.token ?? '');
  const versions = [...stage.ledger.versions.keys()];
  // Deceived: it is in her name and not hers.
  if (stage.seen.enrolments.length > 0 && stage.random() < 0.3) {
    const enrolment = pick(stage, stage.seen.enrolments);
    await as('erin').send(`POST /v1/me/enrolments/${enrolment}/confirm`);
  } else if (versions.length > 0 && stage.random() < 0.3) {
    const [at = '', number = ''] = pick(stage, versions).split(' ');
    await reviewAs(stage, { at, number, by: as('bob') });
  } else if (stage.seen.approvals.length > 0)
    await allowAs(stage, pick(stage, stage.seen.approvals), as(pick(stage, ['carol', 'dave'])));
};
