import { readFileSync, writeFileSync } from 'node:fs';
import type { ToolCall } from '@permesso/engine/call';
import { modeTable, printDecision, type Step, steps } from '@permesso/engine/decision';
import { guardedRows } from '@permesso/engine/facts';
import { createGate } from '@permesso/gate/gate';
import { type Layer, type Mode, modes } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { replaceSection } from './page-section.ts';

type Page = 'docs/how-a-decision-is-made.md' | 'proof/decisions.md';

/** What the engine prints and its tables, by the page that shows them. */
const sections: readonly (readonly [page: Page, name: string, text: () => string])[] = [
  ['docs/how-a-decision-is-made.md', 'mode-table', renderModeTable],
  ['proof/decisions.md', 'guarded-places', renderGuardedPlaces],
  ['proof/decisions.md', 'examples', renderExamples],
];

export const decisionPages: readonly Page[] = ['docs/how-a-decision-is-made.md', 'proof/decisions.md'];

/** The page with the mode table of the engine and its decisions as printed now. */
export function renderDecisionPage(page: Page): string {
  return sections
    .filter(([shownOn]) => shownOn === page)
    .reduce((text, [, name, render]) => replaceSection(text, name, render()), writtenDecisionPage(page));
}

export function writtenDecisionPage(page: Page): string {
  return readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
}

const questions: { readonly [S in Step]: string } = {
  frozen: 'Is everything frozen?',
  deny: 'Does a deny rule match?',
  mayDeny: 'May a deny rule match (part of the call is unknown)?',
  ask: 'Does an ask rule match, or might it?',
  guard: 'Does it change a guarded place?',
  readOnly: 'Is it read-only?',
  checkAllow: 'Does the tool allow it?',
  checkDeny: 'Does the tool refuse it?',
  safety: 'Does a safety check ask, whatever the rules say?',
  checkAsk: 'Does the tool ask?',
  edit: 'Is it an edit inside a working directory?',
  allowRule: 'Does an allow rule or a grant cover it?',
  sandbox: 'Does the policy run calls [sandboxed](sandbox.md), and does a sandbox hold it?',
  otherwise: 'Otherwise',
  unsandboxed: 'Is it allowed, could it run code of a sandboxed call, and can no sandbox run it?',
};

function renderModeTable(): string {
  return [
    `| | Step | ${modes.join(' | ')} |`,
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
      'The first part is read-only, so the shell tool itself allows it (7). The second is covered by a rule (12). No ' +
      'rule covers the third (14). The strictest part decides the call.',
    policy: { allow: ['Bash(npm test:*)'] },
    call: { tool: 'Bash', input: { command: 'git status && npm test && git push' } },
  },
  {
    mode: 'acceptEdits',
    tells:
      'The first part is an edit inside the working directory (11). So is the second, but files in `.git` make git run ' +
      'commands, and the safety check (9) comes first.',
    policy: {},
    call: { tool: 'Bash', input: { command: 'touch src/new.ts && cp hook.sh .git/hooks/pre-commit' } },
  },
  {
    mode: 'explore',
    tells:
      'Reading is allowed (6). Everything else is denied (14), even where a rule would allow it: explore skips step 12, ' +
      'so no allow rule can weaken it.',
    policy: { allow: ['Bash(npm test:*)'] },
    call: { tool: 'Bash', input: { command: 'cat package.json && npm test' } },
  },
  {
    mode: 'bypass',
    tells:
      'Everything runs except what a rule denies or asks about. The name of the first command is known only at run ' +
      'time, so the deny rule may match it (3). The second matches in any spelling (2).',
    policy: { deny: ['Bash(rm:*)'] },
    call: { tool: 'Bash', input: { command: '$TOOL --clean; sudo r""m -r build' } },
  },
  {
    mode: 'dontAsk',
    tells:
      'Nobody is available to ask, so every ask is a deny, and the output names the missing rule. acceptEdits would ' +
      'accept the edit; here it needs a rule too.',
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
        printDecision(gate.explain(example.call).decision),
        '```',
        '',
        example.tells,
      ].join('\n');
    })
    .join('\n\n');
}

if (process.argv.includes('--write'))
  for (const page of decisionPages)
    writeFileSync(new URL(`../../../${page}`, import.meta.url), renderDecisionPage(page));
