import { readText } from '@permesso/gate/storage';
import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from './admin-command.ts';
import { minuteOf, projectId, rowsOf, textOf } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';

const project = {
  name: 'project',
  value: 'NAME',
  help: 'whose policy (not needed where there is one project)',
};

const baseline = {
  name: 'baseline',
  help: "the organisation's baseline, which every project obeys, in place of a project's policy",
};
/** Whose policy it is. */
const whose = [project, baseline];

export const policies: Command = adminCommand({
  name: 'policies',
  summary: "Adds versions of a project's policy or of the organisation's baseline, and rolls them out.",
  actions: [
    { verb: 'list', options: whose, run: listVersions },
    {
      verb: 'add',
      takes: 'FILE',
      options: [...whose, { name: 'note', value: 'TEXT', help: 'what changes, for those who review' }],
      run: addVersion,
    },
    {
      verb: 'show',
      takes: 'VERSION',
      options: whose,
      run: async (at) => {
        const found = await at.server.ask(`GET ${await projectPath(at)}/policies/${versionIn(at)}`);
        return { json: found, lines: () => textOf(found, 'text').trimEnd().split('\n') };
      },
    },
    {
      verb: 'roll-out',
      takes: 'VERSION',
      options: [
        ...whose,
        {
          name: 'to',
          value: 'SHARE',
          help: 'all; a number: so many of 100 machines; shadow: none, only counted',
        },
      ],
      run: rollOut,
    },
    {
      verb: 'roll-back',
      options: whose,
      run: async (at) => {
        await at.server.ask(`DELETE ${await projectPath(at)}/rollout`);
        return sentences({ rolledBack: true }, 'Rolled back: the version before stays active everywhere.');
      },
    },
    {
      verb: 'review',
      takes: 'VERSION approve|reject',
      options: [...whose, { name: 'comment', value: 'TEXT', help: 'for the author' }],
      confirms: true,
      run: reviewVersion,
    },
  ],
  examples: [
    [
      'permesso admin policies add policy.yaml --note "no force pushes"',
      'tests it, and says what gets looser',
    ],
    ['permesso admin policies roll-out 4 --to 10', 'to 10 % of the machines; then --to all'],
    ['permesso admin policies add baseline.yaml --baseline', 'what every agent of every project obeys'],
    ['permesso admin policies review 4 approve', 'as a second person, after it has shown what gets looser'],
  ],
});

/** The baseline, the project that was named, or the only one that there is. */
async function projectPath({ server, value, flag }: AdminInput): Promise<string> {
  const name = value('project');
  if (flag('baseline')) {
    if (name !== undefined) throw new UsageError('say --baseline or --project, not both');
    return `/v1/projects/${textOf(await server.ask('GET /v1/baseline'), 'id')}`;
  }
  if (name !== undefined) return `/v1/projects/${await projectId(server, name)}`;
  const projects = rowsOf(await server.ask('GET /v1/projects'), 'projects');
  const [only] = projects;
  if (only !== undefined && projects.length === 1) return `/v1/projects/${textOf(only, 'id')}`;
  const names = projects.map((row) => textOf(row, 'name')).join(', ');
  throw new UsageError(
    `which project? say --project with one of ${names || 'none: an admin adds one first'}`,
  );
}

function versionIn({ operands: [text = ''] }: AdminInput): number {
  const [, number] = /^v?([1-9]\d{0,8})$/.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`\`${text}\` is not a number of a version`);
  return Number(number);
}

async function listVersions(at: AdminInput): Promise<AdminResult> {
  const path = await projectPath(at);
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

/** What machines said, never what was hoped. */
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

async function addVersion(at: AdminInput): Promise<AdminResult> {
  const [file = ''] = at.operands;
  const read = readText(file);
  if (!('text' in read)) throw new UsageError(`${file} cannot be read`);
  const note = at.value('note') ?? file;
  const added = await at.server.ask(`POST ${await projectPath(at)}/policies`, { text: read.text, note });
  const number = textOf(added, 'number');
  const review = added['review'] as ServerAnswer | undefined;
  const objection = textOf(added, 'objection');
  const looser = textList(review?.['looser']);
  const suffix = at.flag('baseline') ? ' --baseline' : '';
  const next =
    objection !== ''
      ? `It cannot be rolled out: ${objection}`
      : textOf(review ?? {}, 'state') === 'needed'
        ? `Somebody else must review it: permesso admin policies review ${number} approve${suffix}`
        : `Next: permesso admin policies roll-out ${number} --to all${suffix}`;
  return sentences(
    added,
    `Added version ${number}.`,
    ...textList(added['problems']).map((problem) => `warning: ${problem}`),
    ...looser.map((text) => `looser: ${text}`),
    next,
  );
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    : [];
}

async function rollOut(at: AdminInput): Promise<AdminResult> {
  const version = versionIn(at);
  const step = stageOf(at.value('to'));
  await at.server.ask(`POST ${await projectPath(at)}/rollout`, { version, ...step });
  const where = {
    report: 'as a shadow: counted, not enforced',
    share: `to ${step.share} % of the machines`,
    all: 'to every machine',
  };
  return sentences({ version, ...step }, `Version ${version} is rolled out ${where[step.stage]}.`);
}

interface RolloutStep {
  readonly stage: 'report' | 'share' | 'all';
  readonly share?: number;
}

function stageOf(to: string | undefined): RolloutStep {
  if (to === 'all') return { stage: 'all' };
  if (to === 'shadow') return { stage: 'report' };
  const [, percent] = /^([1-9]\d?)%?$/.exec(to ?? '') ?? [];
  if (percent === undefined)
    throw new UsageError('how far? say --to shadow, --to 10 (of 100 machines) or --to all');
  return { stage: 'share', share: Number(percent) };
}

async function reviewVersion(at: AdminInput): Promise<AdminResult> {
  const [, verdict = ''] = at.operands;
  if (verdict !== 'approve' && verdict !== 'reject') throw new UsageError('say approve or reject');
  const path = `${await projectPath(at)}/policies/${versionIn(at)}`;
  const found = await at.server.ask(`GET ${path}`);
  const review = (found['review'] ?? {}) as ServerAnswer;
  const looser = textList(review['looser']).map((text) => `looser: ${text}; `);
  if (verdict === 'approve') await at.confirm(`${looser.join('')}Approve version ${versionIn(at)}?`);
  const comment = at.value('comment');
  const done = await at.server.ask(`POST ${path}/review`, {
    digest: found['digest'],
    base: review['base'] ?? null,
    verdict,
    ...(comment === undefined ? {} : { comment }),
  });
  return sentences(done, `The review of version ${versionIn(at)}: ${textOf(done, 'state')}.`);
}
