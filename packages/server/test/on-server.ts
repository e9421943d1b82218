import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Role } from '../src/route/caller.ts';
import { createTeam, enrol, startTestServer, type Team, type TestAgent, type TestServer } from './harness.ts';

/** One server for all tests of a file. It goes with them, and so does its database. */
export function onServer(ready: (server: TestServer) => Promise<void> | void): void {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer();
    await ready(server);
  });
  afterAll(() => server?.end());
}

export interface TestTeam {
  readonly server: TestServer;
  readonly team: Team;
  readonly agent: TestAgent;
}

/** The same, and for each test a team of its own with one agent. */
export function onTeams(
  ready: (made: TestTeam) => void,
  roles: Readonly<Record<string, readonly Role[]>> = {},
): void {
  let server: TestServer;
  let teams = 0;
  onServer((made) => {
    server = made;
  });
  beforeEach(async () => {
    const team = await createTeam(server, `team-${++teams}`, roles);
    ready({ server, team, agent: await enrol(server, team.enrolment) });
  });
}
