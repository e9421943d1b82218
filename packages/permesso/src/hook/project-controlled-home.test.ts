import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPlaces } from '@permesso/gate/disk';
import { projectControlledHome } from './project-controlled-home.ts';

/** A home with a repository in it, and in that a folder that would like to be the home. */
function machine(): { readonly home: string; readonly project: string; readonly fake: string } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-places-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  const project = join(home, 'app');
  const fake = join(project, 'fake');
  for (const folder of [join(project, '.git'), join(project, 'src'), fake])
    mkdirSync(folder, { recursive: true });
  return { home, project, fake };
}

test('rules that lie beside the project are the own ones', () => {
  const { home, project } = machine();
  expect(projectControlledHome(findPlaces({ home, env: {} }), project)).toBeUndefined();
  expect(projectControlledHome(findPlaces({ home, env: {} }), join(project, 'src'))).toBeUndefined();
});

test('rules that a repository brings are not, by whichever variable and through whichever link', () => {
  const { home, project, fake } = machine();
  symlinkSync(fake, join(home, 'elsewhere'));
  const told = [
    findPlaces({ home: fake, env: {} }),
    findPlaces({ home: project, env: {} }),
    findPlaces({ home, env: { XDG_CONFIG_HOME: fake } }),
    findPlaces({ home, env: { XDG_STATE_HOME: join(fake, 'not/yet') } }),
    findPlaces({ home, env: { XDG_CONFIG_HOME: join(home, 'elsewhere') } }),
  ].flatMap((places) => [
    projectControlledHome(places, project),
    projectControlledHome(places, join(project, 'src')),
  ]);
  expect(told.map((why) => why?.includes(`lies in the project ${project}`))).toEqual(told.map(() => true));
});

test('somebody who works in their home, or above it, keeps their rules', () => {
  const home = realpathSync(homedir());
  expect([home, '/'].map((cwd) => projectControlledHome(findPlaces({ home, env: {} }), cwd))).toEqual([
    undefined,
    undefined,
  ]);
});
