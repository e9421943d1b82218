import { UsageError } from '../../command.ts';
import { table, type AdminInput, type AdminResult } from '../admin-result.ts';
import { minuteOf, projectId, rowsOf, textOf } from '../find-named.ts';
import type { ServerAnswer } from '../person-server.ts';

/** The baseline, the project that was named, or the only project. */
export async function policyId({ server, value, flag }: AdminInput): Promise<string> {
  const name = value('project');
  if (flag('baseline')) {
    if (name !== undefined) throw new UsageError('say --baseline or --project, not both');
    return textOf(await server.ask('GET /v1/baseline'), 'id');
  }
  if (name !== undefined) return await projectId(server, name);
  const projects = rowsOf(await server.ask('GET /v1/projects'), 'projects');
  const [only] = projects;
  if (only !== undefined && projects.length === 1) return textOf(only, 'id');
  const names = projects.map((row) => textOf(row, 'name')).join(', ');
  throw new UsageError(
    `which project? say --project with one of ${names || 'none: an admin adds one first'}`,
  );
}

export async function listVersions(at: AdminInput): Promise<AdminResult> {
  const path = `/v1/projects/${await policyId(at)}`;
  const versions = rowsOf(await at.server.ask(`GET ${path}/policies`), 'versions');
  const rollout = await at.server.ask(`GET ${path}/rollout`);
  return table(
    { versions, rollout },
    {
      head: ['VERSION', 'STATE', 'ADDED (UTC)', 'AUTHOR', 'NOTE'],
      rows: versions.map((row) => [
        textOf(row, 'number'),
        versionState(row, rollout),
        minuteOf(row, 'createdAt'),
        textOf(row, 'authorName'),
        textOf(row, 'note'),
      ]),
      none: 'There is no version yet.',
      note: reportedText(rollout),
    },
  );
}

function versionState(version: ServerAnswer, rollout: ServerAnswer): string {
  const number = textOf(version, 'number');
  if (number === textOf(rollout, 'current')) return 'active';
  if (number === textOf(rollout, 'candidate'))
    return textOf(rollout, 'stage') === 'report' ? 'shadow' : `rollout ${textOf(rollout, 'share')} %`;
  return textOf(version, 'objection') === '' ? '' : 'cannot be rolled out';
}

/** The state that machines reported, never the one intended. */
function reportedText({ reported }: ServerAnswer): string {
  if (typeof reported !== 'object' || reported === null) return '';
  const said = reported as ServerAnswer;
  const held = rowsOf(said, 'held').map((row) => {
    const version = textOf(row, 'version');
    return `${textOf(row, 'machines')} ${version === '' ? 'without a policy' : `with version ${version}`}`;
  });
  const silent = textOf(said, 'silent');
  const parts = [...held, ...(silent === '0' ? [] : [`${silent} never reported`])];
  return `Machines: ${textOf(said, 'machines')}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

interface RolloutStep {
  readonly stage: 'report' | 'share' | 'all';
  readonly share?: number;
}

/** The value of `--to`. */
export function stageFrom(to: string | undefined): RolloutStep {
  if (to === 'all') return { stage: 'all' };
  if (to === 'shadow') return { stage: 'report' };
  const [, percent] = /^([1-9]\d?)%?$/.exec(to ?? '') ?? [];
  if (percent === undefined)
    throw new UsageError('how far? say --to shadow, --to 10 (of 100 machines) or --to all');
  return { stage: 'share', share: Number(percent) };
}
