import { expect, test } from 'vitest';
import { columnsOf } from '@permesso/protocol/text';
import { createGate } from '@permesso/gate/gate';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import { readWorld } from '@permesso/gate/world';
import { approvalForm, type FormPlace } from './form.ts';

/** The request as the gate makes it, for a shell line that no rule allows. */
async function requestFor(command: string): Promise<ApprovalRequest> {
  const gate = createGate({ policy: {}, world: () => readWorld({ root: '/app' }) });
  const { request } = await gate.consult({ tool: 'Bash', input: { command } });
  if (request === undefined) throw new Error(`${command} is not asked about`);
  return request;
}

const wide: FormPlace = { title: 'Codex', lines: 20, columns: 100 };
const narrow: FormPlace = { title: 'Claude Code', lines: 4, columns: 100 };

function titles(form: ReturnType<typeof approvalForm>): readonly string[] {
  return form.choices.map(({ title }) => title);
}

const force = 'git push --force origin main';

const ladder = [
  'Yes, this once',
  'Yes, always here: exactly `cargo build`',
  'Yes, always here: any `cargo build ...` (run)',
  'No',
  'No, and tell the agent why',
];

test('the ladder: once, exactly this, wider, no; once is where Enter is', async () => {
  const made = approvalForm(await requestFor('cargo build'), wide);
  expect(titles(made)).toEqual(ladder);
  expect(made.choices.map(({ answer }) => answer)).toEqual([
    { verdict: 'allow', scope: 'once', from: 'bridge' },
    { verdict: 'allow', scope: 'project', rules: ['Bash(cargo build)'], from: 'bridge' },
    { verdict: 'allow', scope: 'project', rules: ['Bash(cargo build:*) [run]'], from: 'bridge' },
    { verdict: 'deny', from: 'bridge' },
    { verdict: 'deny', from: 'bridge' },
  ]);
  const { message, requestedSchema } = made.form;
  expect(message.split('\n').slice(0, 2)).toEqual([
    'Codex wants to run code of this project with `cargo build`',
    '  | cargo build',
  ]);
  expect(requestedSchema.required).toEqual(['answer']);
  expect(requestedSchema.properties['answer']).toMatchObject({ default: 'once' });
});

test.each<[what: string, command: string, place: FormPlace, says: RegExp]>([
  ['cannot be undone', force, wide, /cannot be undone/],
  ['cannot be undone, in little room', force, narrow, /This cannot be undone\./],
  [
    'does not fit',
    Array.from({ length: 40 }, () => 'make one').join('\n'),
    wide,
    /23 more lines are not shown/,
  ],
  ['does not fit into four lines', 'make one\nmake two\nmake one', narrow, /2 more lines are not shown/],
  ['does not fit into the columns', 'make one', { ...wide, columns: 16 }, /^Codex wants to run /],
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

test('a program that shows four lines has the whole ladder and the reason for a call of two', async () => {
  const made = approvalForm(await requestFor('cargo test &&\ncargo build'), narrow);
  const lines = made.form.message.split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([4, 'Asked because no rule allows it.']);
  expect(titles(made).slice(-2)).toEqual(ladder.slice(-2));
});

test.each([44, 80, 120])(
  'at %i columns the reason stays, and the title makes way for it',
  async (columns) => {
    for (const command of ['npm install ./money', force, `make ${'long '.repeat(40)}`]) {
      const { form } = approvalForm(await requestFor(command), { ...narrow, columns });
      const lines = form.message.split('\n');
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(form.message).toMatch(/\n(?:Asked|Asking)\b/u);
      expect(lines[0]).toMatch(/^Claude Code wants to /u);
    }
  },
);

test('a here-document of twelve lines is whole where the window has room, and the rest of a longer one is counted', async () => {
  const document = (lines: number): string =>
    `cat > a.sql <<'E'\n${Array.from({ length: lines }, (_, at) => `select ${at};`).join('\n')}\nE`;
  const whole = approvalForm(await requestFor(document(12)), wide).form.message;
  expect(whole).toContain('  | select 11;\n  | E');
  expect(approvalForm(await requestFor(document(40)), wide).form.message).toMatch(
    /\d+ more lines are not shown/u,
  );
});

/** Text that a rule repeats, longer than a line of the list. */
const long = 'cargo build --target "a place with a long name"';
const spelled = "cargo build --target 'a place with a long name'";

test('a rule that is too long for the list stands whole in the message, with its scope', async () => {
  const made = approvalForm(await requestFor(long), wide);
  expect(titles(made)).toEqual([
    'Yes, this once',
    'Yes, always in this project: rule 2 above',
    'Yes, always here: any `cargo build ...` (run)',
    'No',
    'No, and tell the agent why',
  ]);
  expect(made.form.message.split('\n')).toContain(`  Rule 2 | exactly \`${spelled}\``);
  expect(made.choices[1]?.answer).toMatchObject({ scope: 'project', rules: [`Bash(${spelled})`] });
});

test('a rule is the command itself: the message shows it already', async () => {
  const command = 'make one TARGET=a-place-with-a-long-name-indeed';
  const made = approvalForm(await requestFor(command), { ...narrow, lines: 3 });
  expect(titles(made)[1]).toBe('Yes, always here: exactly this command');
  expect(made.form.message.split('\n').slice(1)).toEqual([
    `  | ${command}`,
    'Asked because no rule allows it.',
  ]);
});

test('in little room a rule makes way for what would happen', async () => {
  const made = approvalForm(await requestFor(long), { ...narrow, lines: 3 });
  expect(made.form.message.split('\n').slice(1)).toEqual([`  | ${long}`, 'Asked because no rule allows it.']);
});

test.each<[what: string, command: string, place: FormPlace]>([
  ['a rule for each command', 'make one A="b c" && make two A="b c" && make three', wide],
  ['a rule of several rows', `make one A="${'b c '.repeat(60)}"`, wide],
  ['two long rules', 'make one-target-with-a-rather-long-name A="b c"', wide],
  ['two long rules, room for one', 'make one-target-with-a-rather-long-name A="b c"', narrow],
  ['long rules, room for none', 'make one A="b c" && make two A="b c"\nmake three', narrow],
  ['a narrow window', 'make one A="b c"', { ...wide, columns: 40 }],
  ['a very narrow window', 'make one', { ...wide, columns: 30 }],
  ['letters of two columns', 'make \u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b', wide],
])('%s: no rule is offered that cannot be read whole', async (_what, command, place) => {
  const request = await requestFor(command);
  const { choices, form } = approvalForm(request, place);
  const shown = form.message.split('\n');
  expect(shown.length).toBeLessThanOrEqual(place.lines);
  const covers = new Map(request.decision.suggestions.map((one) => [one.rules.join(), one.covers]));
  for (const [at, { title, answer }] of choices.entries()) {
    expect(columnsOf(title)).toBeLessThanOrEqual(46);
    if (answer.verdict === 'deny' || answer.scope === 'once') continue;
    expect(columnsOf(title)).toBeLessThanOrEqual(place.columns - 14);
    const mark = `  Rule ${at + 1} | `;
    const rows = shown.filter((row) => row.startsWith(mark)).map((row) => row.slice(mark.length));
    const said = `${title}\n${rows.join('')}\n${title.endsWith('this command') ? `exactly \`${command}\`` : ''}`;
    expect(said).toContain(covers.get(answer.rules?.join() ?? '') ?? 'exactly this call');
    expect(rows.every((row) => columnsOf(row) + mark.length <= place.columns)).toBe(true);
    if (rows.length > 0) expect(title).toBe(`Yes, always in this project: rule ${at + 1} above`);
  }
});

test('a reason that says something makes way for no rule', async () => {
  const policy = { ask: [{ rule: 'Bash(make:*)', message: 'It starts the ovens.' }] };
  const input = { command: 'make A="b c d e f g h i"' };
  const { request } = await createGate({ policy }).consult({ tool: 'Bash', input, cwd: '/app' });
  if (request === undefined) throw new Error('not asked about');
  const made = approvalForm(request, { ...narrow, columns: 120 });
  expect(made.form.message).toContain('It starts the ovens.');
  expect(made.form.message).not.toContain('Rule 2');
  expect(titles(made).filter((title) => title.includes('above'))).toEqual([]);
});

test('sources that may be trusted are one more answer', async () => {
  const request = await requestFor('make one');
  const made = approvalForm({ ...request, sources: ['a.example'] }, wide);
  const choice = made.choices.find(({ value }) => value === 'sources');
  expect([choice?.title, choice?.answer]).toEqual([
    'Yes, and trust a.example this session',
    { verdict: 'allow', sources: ['a.example'], from: 'bridge' },
  ]);
  const sources = ['a-very-long-name-of-a-service.internal.example.com'];
  const whole = approvalForm({ ...request, sources }, wide);
  expect(whole.form.message).toContain('Sources');
  expect(titles(whole).filter((title) => title.includes('trust sources'))).toHaveLength(1);
  expect(approvalForm(request, wide).choices.map(({ value }) => value)).not.toContain('sources');
});

test('hosts that may be opened are one more answer, read whole before it is given', async () => {
  const request = await requestFor('make one');
  expect(titles(approvalForm({ ...request, hosts: ['api.example.com'] }, wide))).toContain(
    'Sandboxed: open api.example.com for 8 h',
  );
  const host = 'a-very-long-name-of-a-service.internal.example.com';
  const made = approvalForm({ ...request, hosts: [host] }, wide);
  const choice = made.choices.find(({ value }) => value === 'hosts');
  expect(made.form.message).toContain(host);
  expect([choice?.title, choice?.answer]).toEqual([
    expect.stringMatching(/^Sandboxed: open hosts \d above for 8 h$/u),
    { verdict: 'allow', hosts: [host], from: 'bridge' },
  ]);
  expect(approvalForm(request, wide).choices.map(({ value }) => value)).not.toContain('hosts');
});
