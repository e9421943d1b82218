import type { MachineReport, ReportedHost } from '@permesso/protocol/machine';

/** The report of a machine on which everything is as it should be. */
export function machineReport(changes: Partial<MachineReport> = {}): MachineReport {
  return {
    client: '999.0.0',
    platform: 'linux-x64',
    clock: new Date().toISOString(),
    policy: { version: null, serial: 1 },
    mode: 'default',
    enforcement: 'enforced',
    sandbox: 'proven',
    log: { seq: 0, hash: null },
    hosts: [reportedHost()],
    ...changes,
  };
}

export function reportedHost(changes: Partial<ReportedHost> = {}): ReportedHost {
  return {
    name: 'claude-code',
    version: '2.1.34',
    hook: 'registered',
    canary: { result: 'proven', at: '2026-11-16T09:00:00.000Z' },
    ...changes,
  };
}
