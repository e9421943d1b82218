/** What the hook loads late: most of it is the engine's, see `late-modules.ts` there. */
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { engineModules } from '../engine/build.ts';
import { lateEngineFiles, lateModules, modulesIn, type LateFiles } from '../engine/late-modules.ts';

const gate = join(import.meta.dirname, '../gate/src');
const own = join(import.meta.dirname, 'src');
const protocol = join(import.meta.dirname, '../protocol/src');

/** Loaded late in a page, for its size. A hook meets their programs every day, and a file more costs it a millisecond. */
const everyday: ReadonlySet<string> = new Set(
  modulesIn(
    join(engineModules, 'facts/shell/commands'),
    'build-tools containers environments network runners system effects/service-effects',
  ),
);

const engineFiles: LateFiles = Object.fromEntries(
  Object.entries(lateEngineFiles(engineModules)).flatMap(([file, modules]) => {
    const rare = modules.filter((module) => !everyday.has(module));
    return rare.length === 0 ? [] : [[file, rare]];
  }),
);

export const lateFiles: LateFiles = {
  ...engineFiles,
  'late-sandbox': [
    ...(engineFiles['late-sandbox'] ?? []),
    ...modulesIn(gate, 'sandbox/known-sandbox sandbox/call-record', 'ts'),
  ],
  'late-sessions': [...(engineFiles['late-sessions'] ?? []), ...modulesIn(engineModules, 'session/labels')],
  'late-policies': [
    ...modulesIn(
      engineModules,
      `policy/file/parse-policy-file policy/file/edit-text policy/file/edit-sandbox-hosts policy/patterns/linear-regex
      policy/rules/value-test policy/rules/parse-when policy/lint/subsumes
      policy/name-problems policy/file/test-call policy/instant decision/explain/why-match decision/print-decision
      facts/tools/describe-mcp`,
    ),
    ...modulesIn(gate, 'gate/trust-policy gate/data/layer-from-data', 'ts'),
  ],
  'late-asking': [
    ...modulesIn(protocol, 'text/show-text', 'ts'),
    ...modulesIn(
      gate,
      `approval/channels/terminal/terminal-approver approval/channels/terminal/terminal-lock approval/read-answer
      gate/save-answer`,
      'ts',
    ),
    ...modulesIn(
      own,
      `bridge/bridge-approver bridge/serve-bridge popup/popup-approver popup/show-popup desktop/notify-desktop
      resident/serve-resident resident/start-resident mods/trusted-mods hook/record-after`,
      'ts',
    ),
  ],
  'late-team': [
    ...modulesIn(protocol, 'bundle/bundle', 'ts'),
    ...modulesIn(gate, 'team/freshen-bundle team/sync-if-due team/team-options limits/count-call', 'ts'),
  ],
  'late-trust': modulesIn(own, 'hook/trust-offer', 'ts'),
  'late-git': modulesIn(gate, 'world/git/repository world/read-repository', 'ts'),
};

/** `late` is what the linking of the files replaces. */
export const lateInHook: Plugin = lateModules(lateFiles, {
  passingOn: (module, functions) => {
    const each = functions.map(
      (name) =>
        `export function ${name}(...given) { return (found ??= late(() => import(${JSON.stringify(module)}))).${name}(...given) }`,
    );
    return `let found;\n${each.join('\n')}`;
  },
});
