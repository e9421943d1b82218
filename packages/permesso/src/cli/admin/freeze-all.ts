import type { Command } from '../command.ts';
import { adminCommand, sentences, type AdminInput, type AdminResult } from './admin-command.ts';
import { projectId } from './find-named.ts';

const projectOption = {
  name: 'project',
  value: 'NAME',
  help: 'only this project (default: the organisation)',
};

export const freezeAll: Command = adminCommand({
  name: 'freeze',
  summary: 'Denies every call in a project or the whole organisation.',
  actions: [
    {
      takes: 'REASON',
      options: [projectOption],
      confirms: true,
      run: async (at) => {
        const [reason = ''] = at.operands;
        await at.confirm(`Deny every call ${whereText(at)} until it is thawed?`);
        return await setFrozen(at, reason);
      },
    },
  ],
  examples: [
    ['permesso admin freeze "incident 12" --project shop', 'machines know it with their next sync'],
    ['permesso admin thaw --project shop', 'ends it'],
  ],
});

export const thawAll: Command = adminCommand({
  name: 'thaw',
  summary: 'Ends the freeze of a project or of the organisation.',
  actions: [{ options: [projectOption], run: (at) => setFrozen(at, null) }],
  examples: [['permesso admin thaw', 'that of the organisation; each project may have its own']],
});

function whereText({ value }: AdminInput): string {
  const project = value('project');
  return project === undefined ? 'in the organisation' : `in ${project}`;
}

async function setFrozen(at: AdminInput, reason: string | null): Promise<AdminResult> {
  const name = at.value('project');
  const id = name === undefined ? undefined : await projectId(at.server, name);
  const what = id === undefined ? { what: 'organisation' } : { what: 'project', id };
  await at.server.ask('PUT /v1/freeze', { ...what, reason });
  const done = reason === null ? 'Calls are decided by the policy again' : 'Every call is denied';
  return sentences({ ...what, frozen: reason }, `${done} ${whereText(at)}.`);
}
