import { machineChanges, type MachineReport, protectionOf } from '@permesso/protocol/machine';
import { machineReport, reportedHost } from '../../server/test/machine-report.ts';
import type { TeamStage } from './server-stage.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

interface Reported {
  readonly changes?: Partial<MachineReport>;
  /** How long ago it was received. */
  readonly ago?: number;
  /** What it had said before. */
  readonly before?: Partial<MachineReport>;
  readonly isDiverging?: boolean;
}

const codex = reportedHost({ name: 'codex', version: '0.58.0' });
const gemini = reportedHost({ name: 'gemini-cli', version: '0.15.1' });
const claude = reportedHost();

/** The machines that are not as they should be, by their place in the list; the others are. */
const odd: ReadonlyMap<number, Reported> = new Map<number, Reported>([
  [
    3,
    {
      changes: {
        hosts: [reportedHost({ hook: 'missing' }), { ...gemini, canary: { result: 'unproven', at: null } }],
        sandbox: 'not proven',
      },
      before: { hosts: [claude], sandbox: 'proven', policy: { version: 3, serial: 30 } },
      ago: 34 * minuteMs,
    },
  ],
  [8, { changes: { enforcement: 'observe', hosts: [claude] }, before: { hosts: [claude] } }],
  [
    12,
    {
      changes: {
        hosts: [codex, { ...claude, canary: { result: 'failed', at: '2026-11-12T07:40:00.000Z' } }],
      },
    },
  ],
  [15, { isDiverging: true, ago: 12 * minuteMs }],
  [21, { changes: { hosts: [{ ...codex, canary: { result: 'unproven', at: null } }, claude] } }],
  [24, { changes: { hosts: [] } }],
  [27, { changes: { client: '0.0.9', policy: { version: 3, serial: 30 } } }],
  [30, { changes: { policy: { version: 2, serial: 21 } }, ago: 50 * minuteMs }],
  [38, { ago: 9 * dayMs }],
  [39, { ago: 12 * dayMs, changes: { hosts: [codex], policy: { version: 3, serial: 30 } } }],
]);

/** What each machine last said of itself: most are proven, some are not as they should be, one never said anything. */
export async function addReports(team: TeamStage, agents: readonly string[]): Promise<void> {
  for (const [at, agent] of agents.entries()) {
    if (at === 36) continue;
    const { changes = {}, ago = (at % 9) * minuteMs, before, isDiverging = false } = odd.get(at) ?? {};
    const report = demoReport(at, changes);
    await team.sql(
      `insert into machines (organisation, agent, reported_at, report, protection, client, policy_version, log_seq,
         is_diverging, clock_ahead_ms)
       select organisation, id, now() - make_interval(secs => $2), $3::jsonb, $4, $5, $6, $7, $8, $9 from agents where id = $1`,
      [
        agent,
        ago / 1000,
        JSON.stringify(report),
        protectionOf(report),
        report.client,
        report.policy.version,
        report.log.seq,
        isDiverging,
        at === 27 ? 95_000 : 180,
      ],
    );
    const first = demoReport(at, { ...before });
    const history = [
      ...machineChanges(undefined, first).map((change) => ({ change, ago: 34 * dayMs })),
      ...machineChanges(first, report).map((change, step) => ({ change, ago: ago + (step + 1) * dayMs })),
    ];
    for (const { change, ago: then } of history.toSorted((a, b) => b.ago - a.ago))
      await team.sql(
        `insert into machine_changes (organisation, agent, at, change)
         select organisation, id, now() - make_interval(secs => $2), $3::jsonb from agents where id = $1`,
        [agent, then / 1000, JSON.stringify(change)],
      );
  }
  await team.sql(`update agents set frozen = 'Lost on a train, asked back' where id = $1`, [agents[33]]);
  await team.sql(`update agents set revoked_at = now() - interval '4 days' where id = $1`, [agents[35]]);
}

function demoReport(at: number, changes: Partial<MachineReport>): MachineReport {
  const hosts = [[claude], [codex, claude], [codex], [claude, gemini]][at % 4] ?? [claude];
  return machineReport({
    client: '0.1.0',
    platform: at % 4 === 0 ? 'darwin-arm64' : 'linux-x64',
    policy: { version: at < 4 ? 5 : 4, serial: 40 },
    log: { seq: 1180 + at * 17, hash: null },
    hosts,
    ...changes,
  });
}
