import { expect, test } from 'vitest';
import { allHosts } from '../all-hosts.ts';
import { pinned } from '../install-host.ts';
import { expectedWhere, fits, sandboxCases } from './sandbox-case.ts';
import { readRuns, renderSandboxPage, writtenSandboxPage, type SandboxRun } from './sandbox-page.ts';

const runs = readRuns();

test('the page shows the last runs', () => {
  expect(writtenSandboxPage()).toBe(renderSandboxPage(runs));
});

test.each(allHosts.filter(({ name }) => runs[name] !== undefined))(
  '$name was run in its pinned version, and each result is as expected',
  (host) => {
    const { version = '', cells = {} }: Partial<SandboxRun> = runs[host.name] ?? {};
    expect(version).toBe(pinned(host.pinnedBy ?? host.name).version);
    const fitting = sandboxCases.filter((given) => fits(host, given) && cells[given.name] !== undefined);
    expect(fitting.length).toBe(Object.keys(cells).length);
    expect(fitting.map((given) => cells[given.name])).toEqual(
      fitting.map((given) => expectedWhere(host, given)),
    );
  },
);
