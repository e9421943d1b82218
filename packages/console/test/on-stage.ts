import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { Served } from '../../permesso/src/local-console/serve.ts';
import {
  enter,
  newMachine,
  openOn,
  startBrowser,
  startHook,
  type Hook,
  type HookOptions,
  type Machine,
} from './stage.ts';

/** What is made for one test goes with it. */
export interface OnStage {
  readonly pages: () => string;
  readonly browser: () => Browser;
  readonly machine: (policy: string) => Machine;
  readonly hook: (machine: Machine, command: string, options?: HookOptions) => Hook;
  readonly open: (machine: Machine) => Promise<Opened>;
}

export interface Opened {
  readonly served: Served;
  readonly page: Page;
  /** What went wrong in the page. */
  readonly problems: readonly string[];
  /** To another of the pages, by its name. */
  readonly goTo: (name: string) => Promise<void>;
}

/** The built pages and one browser for all tests of a file. */
export function onStage(browserOptions: readonly string[] = []): OnStage {
  const pages = inject('pages');
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(browserOptions);
  });
  afterAll(async () => {
    await browser.close();
  });
  return {
    pages: () => pages,
    browser: () => browser,
    machine: (policy) => {
      const machine = newMachine(policy);
      onTestFinished(machine.remove);
      return machine;
    },
    hook: (machine, command, options) => {
      const hook = startHook(machine, command, options);
      onTestFinished(hook.kill);
      return hook;
    },
    open: async (machine) => {
      const served = await openOn(machine, pages);
      onTestFinished(served.close);
      const { page, problems } = await enter(browser, served.address);
      onTestFinished(() => page.context().close());
      const goTo = async (name: string): Promise<void> => {
        await page.goto(new URL(`#/${name}`, page.url()).href);
      };
      await goTo('approvals');
      return { served, page, problems, goTo };
    },
  };
}

/** Machines are busy. */
export const patient = { timeout: 120_000 };
