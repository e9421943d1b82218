import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { startTeam, type TeamOptions, type TeamStage } from './server-stage.ts';
import { startBrowser, type Machine } from './stage.ts';

export interface OnTeamStage {
  readonly browser: Browser;
  readonly team: TeamStage;
  /** One that has joined the team. */
  readonly machine: Machine;
}

export interface OnTeamStageOptions extends Pick<TeamOptions, 'host' | 'slackApi'> {
  readonly machineName?: string;
}

/** The built pages on a server of their own, a browser and a machine, for all tests of a file. */
export function onTeamStage(
  ready: (made: OnTeamStage) => Promise<void>,
  { machineName = 'build machine', ...options }: OnTeamStageOptions = {},
): void {
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    const browser = await startBrowser();
    closing.push(() => browser.close());
    const team = await startTeam({ browser, pages: inject('pages'), ...options });
    closing.push(team.end);
    await ready({ browser, team, machine: await team.machine(machineName) });
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });
}
