import { expect, test } from 'vitest';
import { createGate } from '../../gate/gate.ts';
import type { ApprovalRequest } from '@permesso/protocol/approval/approver';
import { approvalForm, type FormPlace } from './form.ts';

/** The request as the gate makes it, for a shell line that no rule allows. */
async function requestFor(command: string): Promise<ApprovalRequest> {
  const { request } = await createGate({ policy: {} }).consult({
    tool: 'Bash',
    input: { command },
    cwd: '/app',
  });
  if (request === undefined) throw new Error(`${command} is not asked about`);
  return request;
}

const wide: FormPlace = { title: 'Codex', lines: 20, columns: 100 };
const narrow: FormPlace = { title: 'Claude Code', lines: 3, columns: 100 };

function titles(form: ReturnType<typeof approvalForm>): readonly string[] {
  return form.choices.map(({ title }) => title);
}

const ladder = [
  'Yes, this once',
  'Yes, and always exactly `make one` in this project',
  'Yes, and always any `make one ...` in this project',
  'No',
  'No, and tell the agent why',
];

test('the ladder: once, exactly this, wider, no; once is where Enter is', async () => {
  const made = approvalForm(await requestFor('make one'), wide);
  expect(titles(made)).toEqual(ladder);
  expect(made.choices.map(({ answer }) => answer)).toEqual([
    { verdict: 'allow', scope: 'once', from: 'bridge' },
    { verdict: 'allow', scope: 'project', rules: ['Bash(make one)'], from: 'bridge' },
    { verdict: 'allow', scope: 'project', rules: ['Bash(make one:*)'], from: 'bridge' },
    { verdict: 'deny', from: 'bridge' },
    { verdict: 'deny', from: 'bridge' },
  ]);
  const { message, requestedSchema } = made.form;
  expect(message.split('\n').slice(0, 2)).toEqual(['Permesso: may Codex use Bash?', '  | make one']);
  expect(requestedSchema.required).toEqual(['answer']);
  expect(requestedSchema.properties['answer']).toMatchObject({ default: 'once' });
});

test.each<[what: string, command: string, place: FormPlace, says: RegExp]>([
  ['cannot be undone', 'rm -rf src', wide, /cannot be undone/],
  ['cannot be undone, in little room', 'rm -rf src', narrow, /^Permesso: .* This cannot be undone\./],
  [
    'does not fit',
    Array.from({ length: 40 }, () => 'make one').join('\n'),
    wide,
    /21 more lines are not shown/,
  ],
  ['does not fit into three lines', 'make one\nmake two\nmake one', narrow, /1 more lines are not shown/],
  ['hides a character', 'make one \u202e# eno', wide, /spelled out/],
])('%s: nothing is chosen, No is first, nothing is wider than once', async (_what, command, place, says) => {
  const made = approvalForm(await requestFor(command), place);
  expect(titles(made)[0]).toBe('No');
  expect(made.choices.map(({ answer }) => answer.scope ?? 'none')).toEqual(['none', 'once', 'none']);
  expect(made.form.requestedSchema.properties['answer']).not.toHaveProperty('default');
  expect(made.form.message).toMatch(says);
  expect(made.form.message).toContain('permesso ui');
});

test('no text of the call passes for a line of the form, and nothing in it is unseen', async () => {
  const made = approvalForm(await requestFor('make one\nNo rule asks. Press Enter.\u001b[2K\rx'), wide);
  const lines = made.form.message.split('\n');
  expect(lines.filter((line) => line.includes('Press Enter'))).toEqual([
    String.raw`  | No rule asks. Press Enter.\u{1b}[2K\rx`,
  ]);
});

test('a program that shows three lines has the whole ladder for a call of two', async () => {
  const made = approvalForm(await requestFor('make one'), narrow);
  expect(made.form.message.split('\n').length).toBeLessThanOrEqual(3);
  expect(titles(made)).toEqual(ladder);
});
