import { expect, test } from 'vitest';
import { variableNature } from './environment.ts';

test.each([
  'RCLONE_SFTP_SSH',
  'RESTIC_PASSWORD_COMMAND',
  'BORG_RSH',
  'NEW_TOOL_PAGER',
  'LD_PRELOAD',
  'GIT_SSH_COMMAND',
])('%s makes a program load or start something', (name) => expect(variableNature(name)).toBe('loading'));

test.each(['COMMANDS', 'NODE_ENV', 'MY_HELPERS', 'SSHX'])('%s does not, by its name', (name) =>
  expect(variableNature(name)).not.toBe('loading'),
);
