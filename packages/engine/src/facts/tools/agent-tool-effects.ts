import type { EffectName } from '../effect.ts';

/** Tools of agent programs that touch nothing but the program itself, the tasks that it started and its configuration. */
const rows: readonly (readonly [effect: EffectName, tools: string])[] = [
  [
    'read',
    'TodoWrite TodoRead ExitPlanMode EnterPlanMode AskUserQuestion ToolSearch BashOutput TaskOutput update_plan',
  ],
  ['serve', 'KillShell KillBash TaskStop'],
  // Instructions of the project or the person, which may include commands.
  ['run', 'Skill'],
];

const byTool: ReadonlyMap<string, EffectName> = new Map(
  rows.flatMap(([effect, tools]) => tools.split(' ').map((tool) => [tool, effect] as const)),
);

export function agentToolEffect(tool: string): EffectName | undefined {
  return byTool.get(tool);
}
