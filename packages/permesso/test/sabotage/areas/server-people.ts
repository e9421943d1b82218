import type { Sabotage } from '../sabotage.ts';

const people = ['packages/server/test/another-person.test.ts'];
const lasting = ['packages/server/test/standing-approvals.test.ts'];

/** Guards of who counts as another person. `npm run tools -- fuzz:people` finds the first and the fourth to the seventh too. */
export const sabotages: readonly Sabotage[] = [
  {
    claim: 'only the operator makes people count',
    file: 'packages/server/src/identity/second-person/another-person.ts',
    find: 'return new Set((await countedRows(on, { people: ids })).map(({ id }) => id));',
    replace: 'return new Set(ids);',
    tests: people,
    named: 'Finding 12',
  },
  {
    claim: 'setting the Slack app ends every link',
    file: 'packages/server/src/plugins/slack/put-app.sql',
    find: 'delete from slack_people',
    replace: 'delete from slack_people where false',
    tests: people,
    named: 'Finding 13',
  },
  {
    claim: "a press of another workspace than the app's answers nothing",
    file: 'packages/server/src/plugins/slack/interaction-routes.ts',
    find: 'if (pressed.team !== app.team) {',
    replace: "if (pressed.team === '') {",
    tests: people,
    named: 'Finding 13',
  },
  {
    claim: 'a press is worth no more than the answer of the person who set the app',
    file: 'packages/server/src/approvals/cast-votes.ts',
    find: 'return mayThey ? undefined : forgeable();',
    replace: 'return mayThey ? undefined : (void forgeable, undefined);',
    tests: people,
    named: 'Finding 13',
  },
  {
    claim: 'only rules that the server offers for the call and that people were shown are granted',
    file: 'packages/server/src/approvals/standing/offered-rules.ts',
    find: 'if (offered.includes(wanted) && shown.includes(wanted)) return undefined;',
    replace: 'if (offered.includes(wanted) || shown.includes(wanted)) return undefined;',
    tests: lasting,
    named: 'Finding 14',
  },
  {
    claim: 'an answer lasts as long as an approval rule permits',
    file: 'packages/server/src/approvals/answer-objection.ts',
    find: 'const permitted = scopes.slice(0, scopes.indexOf(asked.longest) + 1);',
    replace: 'const permitted = scopes;',
    tests: lasting,
    named: 'Finding 14',
  },
  {
    claim: 'the person who made the enrolment token counts as an owner',
    file: 'packages/server/src/approvals/voter-objection.ts',
    find: '{ person, than: [owner, enrolledBy] },',
    replace: '{ person, than: [owner] },',
    tests: people,
    named: 'Finding 15',
  },
  {
    claim: 'nobody approves what a machine asks before its owner has confirmed it',
    file: 'packages/server/src/approvals/voter-objection.ts',
    find: 'if (!isOwnerConfirmed && person !== owner)',
    replace: "if (!isOwnerConfirmed && person === '')",
    tests: people,
    named: 'Finding 15',
  },
];
