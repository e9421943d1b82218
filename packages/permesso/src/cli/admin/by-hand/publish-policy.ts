import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { readText } from '@permesso/gate/disk';
import { UsageError } from '../../command.ts';
import { sentences, type AdminInput, type AdminResult } from '../admin-result.ts';
import { rowsOf, textOf } from '../find-named.ts';
import { ServerRefused, type ServerAnswer } from '../person-server.ts';
import { committedFile } from './committed-file.ts';
import { policyId, stageFrom } from './policies.ts';

/**
 * CI runs this on each push, and again after a review: it adds the text unless it is the newest version, and rolls it
 * out if no review is needed or it has been approved.
 */
export async function publishPolicy(at: AdminInput): Promise<AdminResult> {
  const { server, operands, flag, value } = at;
  const step = stageFrom(value('to') ?? 'all');
  const { text, note } = publishedText(operands[0] ?? '', flag('from-git'));
  const path = `/v1/projects/${await policyId(at)}`;
  const number = await versionWith(at, path, { text, note });
  const found = await server.ask(`GET ${path}/policies/${number}`);
  const review = isRecord(found['review']) ? found['review'] : {};
  const objection = textOf(found, 'objection');
  if (objection !== '') throw new ServerRefused(409, `version ${number} cannot be rolled out: ${objection}`);
  const baseline = flag('baseline') ? ' --baseline' : '';
  const state = textOf(review, 'state');
  if (state === 'needed')
    return sentences(
      { version: number, state: 'review' },
      `Version ${number} waits for review: permesso admin policies review ${number} approve${baseline}`,
    );
  const rollout = await server.ask(`GET ${path}/rollout`);
  if (textOf(rollout, 'current') === String(number))
    return sentences({ version: number, state: 'active' }, `Version ${number} is active.`);
  await server.ask(`POST ${path}/rollout`, { version: number, ...step });
  return sentences(
    { version: number, state: step.stage, ...step },
    `Version ${number} is rolled out${step.stage === 'all' ? ' to every machine' : ''}.`,
  );
}

interface PublishedText {
  readonly text: string;
  readonly note: string;
}

function publishedText(path: string, isFromGit: boolean): PublishedText {
  if (isFromGit) return committedFile(path);
  const read = readText(path);
  if (!('text' in read)) throw new UsageError(`${path} cannot be read`);
  return { text: read.text, note: basename(path) };
}

/** The newest version if it has this text; otherwise a new one, even where an older one had the same text. */
async function versionWith(
  { server }: AdminInput,
  path: string,
  { text, note }: PublishedText,
): Promise<number> {
  const [newest] = rowsOf(await server.ask(`GET ${path}/policies`), 'versions');
  const digest = createHash('sha256').update(text).digest('hex');
  const has: ServerAnswer =
    newest !== undefined && textOf(newest, 'digest') === digest
      ? newest
      : await server.ask(`POST ${path}/policies`, { text, note });
  return Number(textOf(has, 'number'));
}
