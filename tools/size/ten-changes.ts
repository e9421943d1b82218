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
    // Or `engine/src/messages/decision.ts` where the policy denies: each wording stands once.
    files: ['packages/gate/src/messages/denials.ts'],
  },
  {
    change: 'a host',
    files: [
      'packages/permesso/src/hosts/windsurf/hook.ts',
      'packages/permesso/src/hosts/windsurf/setup.ts',
      'packages/permesso/src/host-lists/hook-hosts.ts',
      'packages/permesso/src/host-lists/hosts.ts',
      // What people read of it: a row of texts.
      'packages/protocol/src/text/agent-texts.ts',
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
      'packages/console/src/machines/texts.ts',
      'packages/console/src/app/pages.ts',
      'packages/console/src/machines/machines.css',
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
    // Its row, and where its value is taken from. Types, schema and what pages draw are made of the row: `wire:schema` writes the schema.
    files: ['packages/protocol/src/entry/log-entry.ts', 'packages/gate/src/log/entry/entry-fields.ts'],
  },
  {
    change: 'an operator of rules',
    files: [
      'packages/engine/src/policy/rules/operators.ts',
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
