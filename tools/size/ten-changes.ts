export interface Change {
  readonly change: string;
  /** Those that it touches now, texts and styles included; of a new folder, those of the smallest one of its kind. */
  readonly files: readonly string[];
}

/** Ten changes that a stranger was asked to locate, from an option of one command to what a sandbox mounts. */
export const tenChanges: readonly Change[] = [
  {
    change: 'an option of a git subcommand',
    files: ['packages/engine/src/facts/shell/commands/git.ts'],
  },
  {
    change: 'the wording of a denial',
    files: [
      'packages/engine/src/messages/decision.ts',
      'packages/gate/src/messages/denials.ts',
      'packages/permesso/src/hook/answer-hook.ts',
      'packages/permesso/src/hosts/opencode/guard.ts',
    ],
  },
  {
    change: 'a host',
    files: [
      'packages/permesso/src/hosts/windsurf/hook.ts',
      'packages/permesso/src/hosts/windsurf/setup.ts',
      'packages/permesso/src/host-lists/hook-hosts.ts',
      'packages/permesso/src/host-lists/installers.ts',
      'packages/permesso/src/host-lists/examinations.ts',
      'packages/permesso/src/host-lists/canaries.ts',
      'packages/permesso/src/host-lists/transcript-readers.ts',
    ],
  },
  {
    change: 'a route of the server, with its role',
    files: ['packages/server/src/machines/machine-routes.ts', 'packages/server/src/machines/index.ts'],
  },
  {
    change: 'a page of the console, with data of the server',
    files: [
      'packages/console/src/machines/machines.tsx',
      'packages/console/src/app/router.tsx',
      'packages/console/src/app/navigation.ts',
      'packages/console/src/texts/machines.ts',
      'packages/console/src/texts/frame.ts',
      'packages/console/src/styles/machines.css',
      'packages/protocol/src/console/machines.ts',
      'packages/server/src/machines/machine-routes.ts',
      'packages/server/src/machines/index.ts',
    ],
  },
  {
    change: 'a store',
    files: ['packages/gate/src/stores/sqlite.ts', 'packages/gate/package.json'],
  },
  { change: 'how a grant expires', files: ['packages/engine/src/decision/grant.ts'] },
  {
    change: 'a field of log entries',
    files: [
      'packages/protocol/src/entry/log-entry.ts',
      'packages/protocol/src/entry/chain.ts',
      'packages/gate/src/log/entry/log.ts',
      'packages/gate/src/log/entry/entry-fields.ts',
      'packages/gate/schema/log-entry.schema.json',
    ],
  },
  {
    change: 'an operator of rules',
    files: [
      'packages/engine/src/policy/rules/condition.ts',
      'packages/engine/src/policy/rules/parse-test.ts',
      'packages/engine/src/policy/rules/value-test.ts',
      'packages/engine/src/policy/rules/typed-when.ts',
      'packages/engine/src/policy/file/when-schema.ts',
      'packages/engine/src/policy/lint/impossible.ts',
      'packages/engine/src/decision/compare/probe-input.ts',
      'packages/engine/spec/conditions.ts',
      'docs/rules.md',
    ],
  },
  {
    change: 'what a sandbox mounts',
    files: [
      'packages/engine/src/sandbox/derive-profile.ts',
      'packages/gate/src/sandbox/start-command.ts',
      'packages/gate/src/sandbox/plan/check-plan.ts',
    ],
  },
];
