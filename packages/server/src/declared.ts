import { approvalsModule } from './approvals/index.ts';
import { auditModule } from './audit/index.ts';
import { identityModule } from './identity/index.ts';
import { machinesModule } from './machines/index.ts';
import type { Declarations, Module } from './module.ts';
import { notificationsModule } from './notifications/index.ts';
import { declaredPlugins } from './open-plugins.ts';
import type { OperatorCommand } from './operator-command.ts';
import { policyModule } from './policy/index.ts';
import type { SecondPersonAct } from './route/second-person-act.ts';
import { baseSettings, type Environment, type SealKeys, type Settings } from './settings.ts';

/** In order: each may use those before it. */
const modules: readonly Module<never>[] = [
  identityModule,
  policyModule,
  approvalsModule,
  auditModule,
  machinesModule,
  notificationsModule,
];

const declared: readonly Declarations[] = [...modules, ...declaredPlugins];
const settingsParts = declared.flatMap(({ settings = [] }) => settings);

/** Every act that one person requests and a second one, or the operator, confirms. */
export function secondPersonActs(secret: SealKeys): readonly SecondPersonAct[] {
  return modules.flatMap((module) => module.secondPersonActs?.(secret) ?? []);
}

export const operatorCommands: readonly OperatorCommand[] = declared.flatMap(({ commands = [] }) => commands);

export const variables = [baseSettings, ...settingsParts].flatMap((part) => part.variables);

/** Checks every setting, including those that a module or plug-in reads when it is opened. */
export function readSettings(env: Environment): Settings {
  const settings = baseSettings.read(env);
  for (const part of settingsParts) part.read(env);
  return settings;
}
