import { quote } from '../../launch/launcher.ts';
import type { Registration } from '../../install/file-change.ts';
import type { ManagedSettings } from './managed-settings.ts';

const ownMark = 'Written by permesso init --managed; permesso init --managed --remove removes it.';

/** The default path of the token when a machine enrols at boot. */
const usualTokenFile = '/etc/permesso/enrol-token';

export interface OwnFiles {
  readonly settings: ManagedSettings;
  /** Whether the machine enrols its users when it boots. */
  readonly atBoot: boolean;
  readonly node: string;
  /** The command line. */
  readonly program: string;
}

/** Our own files on a managed machine: its team, its mode, and the unit that enrols it at boot. */
export function ownFiles({ settings, atBoot, node, program }: OwnFiles): readonly Registration[] {
  const { server, organisation, project, organisationKey, signIn, hosts, mode } = settings;
  const { tokenFile = usualTokenFile } = settings;
  // In a fixed order, so that a second run writes the same text.
  const team = { server, organisation, project, organisationKey, signIn };
  const said = { writtenBy: ownMark, ...team, hosts, mode, tokenFile };
  return [
    whole('/etc/permesso/managed.json', {
      why: 'the team of this machine: its server, organisation, project and signing key, whatever users say',
      text: `${JSON.stringify(said, undefined, 2)}\n`,
    }),
    ...(mode === undefined
      ? []
      : [
          whole('/etc/permesso/policy.d/10-managed.yaml', {
            why: 'the mode of this machine',
            text: `# ${ownMark}\nmode: ${mode}\n`,
          }),
        ]),
    ...(atBoot
      ? [
          whole('/etc/systemd/system/permesso-enrol.service', {
            why: 'enrols the users of this machine at boot, once there is a token',
            text: unit({ node, program, tokenFile }),
          }),
          whole('/etc/systemd/system/multi-user.target.d/permesso-enrol.conf', {
            why: 'starts it at boot',
            text: `# ${ownMark}\n[Unit]\nWants=permesso-enrol.service\n`,
          }),
        ]
      : []),
  ];
}

function whole(path: string, { why, text }: { readonly why: string; readonly text: string }): Registration {
  return { path, why, mode: 0o644, pieces: [{ as: 'file', text, mark: ownMark }] };
}

function unit({ node, program, tokenFile }: { node: string; program: string; tokenFile: string }): string {
  return [
    `# ${ownMark}`,
    '[Unit]',
    'Description=Enrols the users of this machine at its Permesso team server',
    `ConditionPathExists=${tokenFile}`,
    'Wants=network-online.target',
    'After=network-online.target',
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${[node, program].map(quote).join(' ')} init --managed --enrol now`,
    'Restart=on-failure',
    'RestartSec=60',
    '',
  ].join('\n');
}
