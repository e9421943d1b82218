import { readFileSync, writeFileSync } from 'node:fs';
import type { ToolCall } from '../src/call/tool-call.ts';
import { modeTable, steps, type Step } from '../src/decision/mode-table.ts';
import { printDecision } from '../src/decision/print-decision.ts';
import { guardedRows } from '../src/facts/paths/guarded-rows.ts';
import { createGate } from '../src/gate.ts';
import type { Layer } from '../src/policy/layer.ts';
import { modes, type Mode } from '../src/policy/mode-name.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { replaceSection } from './page-section.ts';

const page: URL = new URL('../../../docs/how-a-decision-is-made.md', import.meta.url);

/** The page with the mode table of the engine and its decisions as printed now. */
export function renderDecisionPage(): string {
  const sections: readonly (readonly [name: string, text: string])[] = [
    ['mode-table', renderModeTable()],
    ['guarded-places', renderGuardedPlaces()],
    ['examples', renderExamples()],
  ];
  return sections.reduce(
    (text, [name, section]) => replaceSection(text, name, section),
    writtenDecisionPage(),
  );
}

export function writtenDecisionPage(): string {
  return readFileSync(page, 'utf8');
}

const questions: { readonly [S in Step]: string } = {
  frozen: 'Is everything stopped?',
  deny: 'Does a deny rule match?',
  mayDeny: 'May a deny rule match? (something is not known)',
  ask: 'Does an ask rule match, or may it?',
  guard: 'Does it write a guarded place?',
  readOnly: 'Is it proven to change nothing?',
  checkAllow: 'Does the tool allow it?',
  checkDeny: 'Does the tool refuse it?',
  safety: 'Is it dangerous, whatever the rules say?',
  checkAsk: 'Does the tool want to ask?',
  edit: 'Is it an edit inside a working directory?',
  allowRule: 'Does an allow rule or a grant cover it?',
  otherwise: 'Otherwise',
};

function renderModeTable(): string {
  return [
    `| | question | ${modes.join(' | ')} |`,
    `| --: | --- | ${modes.map(() => '---').join(' | ')} |`,
    ...steps.map(
      (step, place) =>
        `| ${place + 1} | ${questions[step]} | ${modes.map((mode) => modeTable[mode][step]).join(' | ')} |`,
    ),
  ].join('\n');
}

function renderGuardedPlaces(): string {
  return guardedRows
    .map(({ reason, paths }) => `It ${reason}:\n\n${paths.map((path) => `- \`${path}\``).join('\n')}`)
    .join('\n\n');
}

interface Example {
  readonly mode: Mode;
  readonly tells: string;
  readonly policy: Layer;
  readonly call: ToolCall;
}

/** One for each mode; `renderExamples` refuses a mode without one. */
const examples: readonly Example[] = [
  {
    mode: 'default',
    tells:
      'Three parts, three questions. The first is read-only, so the shell tool itself allows it (7). The second is ' +
      'covered by a rule (12). The third is nobody’s (13), and the strictest part is the verdict.',
    policy: { allow: ['Bash(npm test:*)'] },
    call: { tool: 'Bash', input: { command: 'git status && npm test && git push' } },
  },
  {
    mode: 'acceptEdits',
    tells:
      'The first is an edit inside the working directory (11). The second is one as well, and still dangerous: what ' +
      'lies in `.git` makes git run commands (9), and that question comes first.',
    policy: {},
    call: { tool: 'Bash', input: { command: 'touch src/new.ts && cp hook.sh .git/hooks/pre-commit' } },
  },
  {
    mode: 'explore',
    tells:
      'Reading is allowed (6). Everything else is refused (13), although a rule would allow it: the mode does not ' +
      'ask question 12. That is what makes it a promise.',
    policy: { allow: ['Bash(npm test:*)'] },
    call: { tool: 'Bash', input: { command: 'cat package.json && npm test' } },
  },
  {
    mode: 'bypass',
    tells:
      'Everything runs, but what a rule denies or asks about. The name of the first command is put together at run ' +
      'time, so the deny rule may mean it (3); the second is denied however it is spelled (2).',
    policy: { deny: ['Bash(rm:*)'] },
    call: { tool: 'Bash', input: { command: '$TOOL --clean; sudo r""m -r build' } },
  },
  {
    mode: 'dontAsk',
    tells:
      'Nobody is there to ask, so what would be asked about is denied, with the rule that was missing. The edit would ' +
      'be accepted in acceptEdits; here it needs a rule too.',
    policy: { allow: ['Bash(npm run:*)'] },
    call: { tool: 'Bash', input: { command: 'npm run build && touch built.txt' } },
  },
];

function renderExamples(): string {
  const world = fixedWorld();
  return modes
    .map((mode) => {
      const example = examples.find((each) => each.mode === mode);
      if (example === undefined) throw new TypeError(`there is no example for ${mode}`);
      const gate = createGate({ policy: example.policy, mode, world: () => world });
      const rules = (['allow', 'ask', 'deny'] as const).flatMap((verdict) =>
        (example.policy[verdict] ?? []).map(
          (rule) => `${verdict} ${typeof rule === 'string' ? rule : rule.rule}`,
        ),
      );
      return [
        `### ${mode}`,
        '',
        `Policy: ${rules.length === 0 ? 'no rules' : rules.map((rule) => `\`${rule}\``).join(', ')}. ` +
          `Call: \`${String(example.call.input['command'])}\`.`,
        '',
        '```text',
        printDecision(gate.decide(example.call)),
        '```',
        '',
        example.tells,
      ].join('\n');
    })
    .join('\n\n');
}

if (process.argv.includes('--write')) writeFileSync(page, renderDecisionPage());
