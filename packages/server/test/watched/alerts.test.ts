import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Team,
  type TestAgent,
  type TestServer,
} from '../harness.ts';
import { makeLines } from '../lines.ts';
import { machineReport } from '../machine-report.ts';
import { publish } from '../publish.ts';
import { question } from '../question.ts';
import { dashboards, rulesFile, runbooks, startPrometheus, type Prometheus } from './prometheus.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;
let prometheus: Prometheus;

beforeAll(async () => {
  server = await startTestServer({
    settings: { metricsPort: 0, webhookHosts: ['127.0.0.1'] },
    env: { PERMESSO_FIGURES_SECONDS: '1' },
    limits: { stranger: { burst: 1e9, perSecond: 1e9 }, caller: { burst: 100, perSecond: 5 } },
  });
  team = await createTeam(server, 'acme');
  agent = await enrol(server, team.enrolment);
  await publish(server, team, { text: 'deny: [Bash(curl:*)]\ntests: [{ call: Bash(ls), expect: allow }]' });
  prometheus = await startPrometheus(server.metricsUrl ?? '', (rules) =>
    // Nobody waits five minutes in a test.
    rules.replace('permesso_figures_age_seconds > 300', 'permesso_figures_age_seconds > 3'),
  );
});

afterAll(async () => {
  await prometheus.end();
  await server.end();
});

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}

const { groups } = parse(readFileSync(rulesFile, 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly AlertRule[] }[];
};
const rules = groups.flatMap((group) =>
  group.rules.map(({ alert, expr, annotations: { runbook } }) => ({ alert, expression: expr, runbook })),
);

const boards = readdirSync(dashboards)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(dashboards, name), 'utf8')) as Board);

interface Board {
  readonly title: string;
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const sql = (text: string): Promise<unknown> => inspect(server.databaseUrl, text);

const asked = (): Promise<unknown> => agent.ask('POST /v1/agent/approvals', { body: question() });

/** Asks until the server has been read in between: a series that begins with many says nothing of a growth. */
async function again(what: () => Promise<unknown>, times: number): Promise<void> {
  await what();
  const [before] = await prometheus.query('count(permesso_http_request_duration_seconds_count)');
  expect(before).toBeDefined();
  const reads = async (): Promise<number> =>
    Number((await prometheus.query('count_over_time(up{job="permesso"}[10m])'))[0]?.value[1] ?? 0);
  const from = await reads();
  await expect.poll(reads, { timeout: 30_000 }).toBeGreaterThan(from + 2);
  for (let done = 0; done < times; done++) await what();
}

/** Holds tables that every request needs, for as long as it takes. */
async function withLocked(tables: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(
    `begin; set local search_path to permesso; lock table ${tables} in access exclusive mode`,
  );
  try {
    await work();
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

/** Each fault is made on the running server; what it breaks on purpose comes last. */
const faults: readonly (readonly [alert: string, make: () => Promise<unknown>])[] = [
  [
    'PermessoApprovalsSlow',
    async () => {
      const { json } = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey: 'slow' }) });
      await sql("update approvals set asked_at = now() - interval '10 minutes'");
      const { digest } = question().request;
      const body = { verdict: 'deny', digest };
      await ask(server, `POST /v1/approvals/${json.id}/answer`, { token: team.token('approver'), body });
    },
  ],
  [
    'PermessoApprovalsWaiting',
    async () => {
      await asked();
      await sql("update approvals set asked_at = now() - interval '20 minutes' where state = 'pending'");
    },
  ],
  [
    'PermessoMachinesUnprotected',
    () => agent.ask('POST /v1/agent/report', { body: machineReport({ enforcement: 'observe' }) }),
  ],
  ['PermessoFindings', gap],
  ['PermessoMachinesDiverging', gap],
  [
    'PermessoDeliveriesDead',
    async () => {
      const body = { kind: 'webhook', project: null, address: 'http://127.0.0.1:9/' };
      const made = await ask(server, 'POST /v1/hooks', { token: team.token('admin'), body });
      expect(made.status).toBe(201);
      await agent.ask('POST /v1/agent/approvals', { body: question({ callKey: 'told' }) });
      // The eighth try is the last: nobody waits for hours.
      await expect
        .poll(
          () =>
            sql(
              "update deliveries set attempts = 7, due_at = now() where attempts > 0 and state = 'waiting' returning id",
            ),
          { timeout: 20_000 },
        )
        .toHaveLength(1);
    },
  ],
  [
    'PermessoStreamsFailing',
    async () => {
      const target = { kind: 'splunk', url: 'http://127.0.0.1:9', token: 'x' };
      const made = await ask(server, 'POST /v1/streams', { token: team.token('admin'), body: { target } });
      expect(made.status).toBe(201);
      await ask(server, 'POST /v1/projects', { token: team.token('admin'), body: { name: 'more' } });
    },
  ],
  [
    'PermessoScimTokenEnds',
    () =>
      ask(server, 'POST /v1/scim-tokens', {
        token: team.token('admin'),
        body: { name: 'directory', days: 3 },
      }),
  ],
  [
    'PermessoArchiveWaits',
    () =>
      sql(`insert into archived_days (organisation, day, claimed_until)
        select id, current_date - days, now() from organisations cross join generate_series(2, 4) as days`),
  ],
  ['PermessoSignInFailures', () => again(() => fetch(`${server.url}/v1/sign-in/callback?state=x`), 40)],
  [
    'PermessoRefusedCallers',
    () =>
      again(
        () =>
          Promise.all(
            Array.from({ length: 150 }, () => ask(server, 'GET /v1/me', { token: team.token('viewer') })),
          ),
        5,
      ),
  ],
  [
    'PermessoStanding',
    async () => {
      // One request that never ends, as it looks to everybody else.
      // Shorter than what Prometheus waits for.
      for (let times = 0; times < 60; times++) {
        for (const until = performance.now() + 650; performance.now() < until;) Math.sqrt(until);
        if (await prometheus.fires('PermessoStanding', 0.5)) return;
      }
    },
  ],
  [
    'PermessoFailingRequests',
    async () => {
      const fails = (): Promise<unknown> => ask(server, 'GET /v1/tokens', { token: team.token('admin') });
      await sql('alter table api_tokens rename column created_at to was_created_at');
      await again(fails, 60);
      await sql('alter table api_tokens rename column was_created_at to created_at');
    },
  ],
  [
    'PermessoDatabaseWaiting',
    () =>
      withLocked('people', async () => {
        const waiting = Array.from({ length: 30 }, () =>
          ask(server, 'GET /v1/people', { token: team.token('admin') }),
        );
        expect(await prometheus.fires('PermessoDatabaseWaiting')).toBe(true);
        void Promise.allSettled(waiting);
      }),
  ],
  [
    'PermessoFiguresOld',
    () =>
      withLocked('channels', async () => {
        expect(await prometheus.fires('PermessoFiguresOld')).toBe(true);
      }),
  ],
  [
    'PermessoLogUnsealed',
    async () => {
      // A key that the secret does not open, as with another PERMESSO_SECRET.
      await sql("update signing_keys set sealed_private_key = '\\x00'");
      const { lines } = makeLines(3);
      await (
        await enrol(server, team.enrolment, 'another')
      ).ask('POST /v1/agent/entries', {
        bytes: Buffer.from(lines.join('')),
      });
      await sql("update batches set received_at = now() - interval '20 minutes' where leaf is null");
    },
  ],
  ['PermessoBundlesOld', () => sql("update channels set issued_at = now() - interval '13 hours'")],
  ['PermessoBackgroundFailures', async () => undefined],
  ['PermessoDown', () => server.stop()],
];

async function gap(): Promise<void> {
  const { lines } = makeLines(9);
  await agent.ask('POST /v1/agent/entries?gap=accept', { bytes: Buffer.from(lines.slice(6).join('')) });
}

test('every rule has a page, and every page its rule', () => {
  expect(rules.length).toBeGreaterThan(15);
  const pages = new Set(rules.map(({ runbook }) => runbook));
  for (const { alert, runbook } of rules) {
    expect(readFileSync(join(runbooks, '../..', runbook), 'utf8')).toContain(`\`${alert}\``);
  }
  const written = readdirSync(runbooks).filter((name) => name !== 'README.md');
  expect(written.map((name) => `docs/runbooks/${name}`).toSorted()).toEqual([...pages].toSorted());
});

test('every rule is tried below', () => {
  expect(faults.map(([alert]) => alert).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

/** Rows of the page: what is measured by which expression, and the alert that fires before. */
const objectives = Array.from(
  readFileSync(join(runbooks, 'README.md'), 'utf8').matchAll(/^\| (.+) \| `(.+)` \| `(Permesso\w+)` \|$/gm),
  ([, objective = '', expression = '', alert = '']) => ({ objective, expression, alert }),
);

test('every objective has an alert', () => {
  expect(objectives).toHaveLength(5);
  for (const { alert } of objectives) expect(rules.map((rule) => rule.alert)).toContain(alert);
});

describe('every expression runs in Prometheus, and names only what the server tells', () => {
  const expressions = [
    ...rules.map(({ alert, expression }) => [alert, expression] as const),
    ...objectives.map(({ objective, expression }) => [objective, expression] as const),
    ...boards.flatMap(({ title, panels }) =>
      panels.flatMap((panel) => panel.targets.map(({ expr }) => [`${title}: ${panel.title}`, expr] as const)),
    ),
  ];
  test.each(expressions)('%s: %s', async (_name, expression) => {
    await prometheus.query(expression);
    const names = new Set(expression.match(/\b(?:permesso|nodejs|process)_\w+/g));
    for (const name of names) {
      const metric = name.replace(/_(?:bucket|count)$/, '');
      const text = await (await fetch(server.metricsUrl ?? '')).text();
      expect(text).toContain(`# TYPE ${metric} `);
    }
  });
});

describe('each fault is made, and its alert fires', () => {
  test('none fires before', async () => {
    await expect
      .poll(async () => (await prometheus.query('permesso_approval_requests_open')).length, {
        timeout: 60_000,
      })
      .toBe(1);
    const firing = await prometheus.query('ALERTS{alertstate="firing"}');
    expect(firing.map(({ metric }) => metric['alertname'])).toEqual([]);
  });

  test.each(faults)('%s', { timeout: 120_000 }, async (alert, make) => {
    await make();
    // Some are over with their fault, and were seen while it lasted.
    const seen = `last_over_time(ALERTS{alertname="${alert}",alertstate="firing"}[10m])`;
    const isFiring = await prometheus.fires(alert, 45);
    expect(isFiring || (await prometheus.query(seen)).length > 0).toBe(true);
  });
});
