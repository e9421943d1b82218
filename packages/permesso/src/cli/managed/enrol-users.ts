import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import { asUser, type MachineUser } from '../../managed/machine-users.ts';
import { findPlaces, readMembership, type Membership } from '@permesso/gate/disk';
import { askOpenly, joinTeam, managedProblem, type ManagedMachine } from '@permesso/gate/team-agent';

/** The outcome for one user's membership. */
export interface Enrolment {
  readonly user: string;
  readonly is: 'enrolled' | 'in place' | 'failed' | 'would enrol' | 'waits for their sign-in';
  readonly agent?: string;
  readonly why?: string;
}

export interface Enrolling {
  readonly machine: ManagedMachine;
  readonly users: readonly MachineUser[];
  readonly token: string | undefined;
  readonly isDryRun: boolean;
}

export interface Enrolled {
  readonly enrolments: readonly Enrolment[];
  /** With the values completed by the first enrolment. */
  readonly machine: ManagedMachine;
}

/** Each user gets their own key, created and kept in their own home, so no user can act for another. */
export async function enrolUsers({ machine, users, token, isDryRun }: Enrolling): Promise<Enrolled> {
  const enrolments: Enrolment[] = [];
  let known = isFleetToken(token) && !isDryRun ? await fleetMachine(machine, token) : machine;
  for (const user of users) {
    const directory = teamFolder(user);
    try {
      const held = await asUser(user, () => readMembership(directory));
      if (held !== undefined && managedProblem(known, { directory, membership: held }) === undefined) {
        known = completed(known, held);
        enrolments.push({ user: user.name, is: 'in place', agent: held.agent });
        continue;
      }
      if (known.signIn !== undefined && (token === undefined || isFleetToken(token))) {
        enrolments.push({ user: user.name, is: 'waits for their sign-in' });
        continue;
      }
      if (isDryRun) {
        enrolments.push({ user: user.name, is: 'would enrol' });
        continue;
      }
      if (token === undefined)
        throw new Error('no enrolment token: --token-file FILE, or PERMESSO_ENROL_TOKEN');
      const name = users.length === 1 ? hostname() : `${hostname()} ${user.name}`;
      const joined = await asUser(user, () => joinPinned({ machine: known, token, name, directory }));
      known = completed(known, joined);
      enrolments.push({ user: user.name, is: 'enrolled', agent: joined.agent });
    } catch (error) {
      enrolments.push({ user: user.name, is: 'failed', why: messageOf(error) });
    }
  }
  return { enrolments, machine: known };
}

function isFleetToken(token: string | undefined): token is string {
  return token?.startsWith('pmf_') === true;
}

/** The team that a machine belongs to. A key configured by the machine's owner is compared with the server's. */
async function fleetMachine(machine: ManagedMachine, token: string): Promise<ManagedMachine> {
  const reply = await askOpenly(machine.server, { method: 'POST', path: '/v1/fleet', json: { token } });
  if (reply.status !== 200) throw new Error(`the server refused: ${reply.why()}`);
  const said = reply.json();
  const text = (name: string): string => {
    const value = said[name];
    if (typeof value !== 'string') throw new Error(`the server did not say its ${name}`);
    return value;
  };
  const { organisationKey: pinned = text('organisationKey') } = machine;
  if (pinned !== text('organisationKey'))
    throw new Error('the server is not the pinned one: it names another signing key');
  return {
    organisation: text('organisation'),
    project: text('project'),
    signIn: text('signIn'),
    ...machine,
    organisationKey: pinned,
  };
}

interface Joining {
  readonly machine: ManagedMachine;
  readonly token: string;
  readonly name: string;
  readonly directory: string;
}

/** The server's key must chain to the pinned one: an impostor's does not. */
async function joinPinned({ machine, token, name, directory }: Joining): Promise<Membership> {
  const membership = await joinTeam({ url: machine.server, token, name, directory });
  const problem = managedProblem(machine, { directory, membership });
  if (problem === undefined) return membership;
  rmSync(directory, { recursive: true });
  throw new Error(`the server is not the pinned one: ${problem}`);
}

function completed(machine: ManagedMachine, membership: Membership): ManagedMachine {
  const { organisation, project } = membership;
  const organisationKey = membership.organisationKey.toString('base64url');
  return { organisation, project, organisationKey, ...machine };
}

/** Removes a membership created by this command; the log and other files in the home stay. */
export async function removeMembership(user: MachineUser, agent: string): Promise<boolean> {
  const directory = teamFolder(user);
  return await asUser(user, () => {
    if (readMembership(directory)?.agent !== agent) return false;
    rmSync(directory, { recursive: true });
    return true;
  });
}

/** From the home directory alone: this process's environment does not apply to other users. */
function teamFolder({ home }: MachineUser): string {
  return join(findPlaces({ home, env: {} }).state, 'team');
}
