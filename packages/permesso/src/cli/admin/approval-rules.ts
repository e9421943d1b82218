import type { Command } from '../command.ts';
import { adminCommand, sentences, table } from './admin-command.ts';
import { findNamed, namesFor, projectOrAll, rowsOf, shortId, textOf } from './find-named.ts';
import { wholeNumber } from './whole-number.ts';

export const approvalRules: Command = adminCommand({
  name: 'approval-rules',
  summary: 'Says how many must approve what, and how soon.',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const found = rowsOf(await server.ask('GET /v1/approval-rules'), 'rules');
        const names = await namesFor(server);
        return table(found, {
          head: ['ID', 'PROJECT', 'APPROVALS', 'EXPIRES', 'ESCALATES', 'RULE'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            names.project(textOf(row, 'project')),
            textOf(row, 'quorum'),
            `${textOf(row, 'answerMinutes')} min`,
            textOf(row, 'escalateMinutes') === '' ? 'never' : `${textOf(row, 'escalateMinutes')} min`,
            textOf(row, 'rule'),
          ]),
          none: 'There are no approval rules: one approval is enough.',
        });
      },
    },
    {
      verb: 'add',
      takes: 'RULE',
      options: [
        { name: 'project', value: 'NAME', help: 'in this project (default: in all)' },
        { name: 'quorum', value: 'N', help: 'how many people must approve (default: 1)' },
        { name: 'minutes', value: 'N', help: 'when a request expires (default: 60)' },
        { name: 'escalate', value: 'N', help: 'minutes after which hooks are told again (default: never)' },
        {
          name: 'longest',
          value: 'SCOPE',
          help: 'for how long one answer may last: once, session, project or user (default: once)',
        },
        { name: 'team-quorum', value: 'N', help: 'how many must agree to a grant for the team (default: 2)' },
      ],
      run: async (at) => {
        const [rule = ''] = at.operands;
        const made = await at.server.ask('POST /v1/approval-rules', {
          project: await projectOrAll(at.server, at.value('project')),
          rule,
          quorum: wholeNumber(at, 'quorum', 1),
          answerMinutes: wholeNumber(at, 'minutes', 60),
          escalateMinutes: wholeNumber(at, 'escalate', null),
          teamQuorum: wholeNumber(at, 'team-quorum', 2),
          ...(at.value('longest') === undefined ? {} : { longest: at.value('longest') }),
        });
        return sentences(made, `Added the approval rule ${shortId(textOf(made, 'id'))} for ${rule}.`);
      },
    },
    {
      verb: 'remove',
      takes: 'ID',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const rules = rowsOf(await server.ask('GET /v1/approval-rules'), 'rules');
        const found = findNamed(rules, { what: 'approval rule', text });
        const id = textOf(found, 'id');
        await confirm(
          `Remove the approval rule for ${textOf(found, 'rule')}? Fewer people may be needed then.`,
        );
        await server.ask(`DELETE /v1/approval-rules/${id}`);
        return sentences({ id, removed: true }, `Removed the approval rule for ${textOf(found, 'rule')}.`);
      },
    },
  ],
  examples: [
    [
      'permesso admin approval-rules add "Bash(git push:*)" --quorum 2',
      'two people approve what this rule of the policy asks about; "*" means every rule',
    ],
    ['permesso admin approval-rules', 'the rules that count'],
  ],
});
