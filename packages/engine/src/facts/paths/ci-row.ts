import type { ProtectedRow } from './protected-row.ts';

/** Files of build servers: an edit that is pushed runs there, with credentials that this machine does not have. */
export const ciRow: ProtectedRow = {
  code: 'ci-config',
  reason: 'runs on the build servers of the team, with their credentials',
  from: 'write',
  paths: [
    '**/.github/workflows',
    '**/.github/actions',
    '**/.gitea/workflows',
    '**/.forgejo/workflows',
    '**/.gitlab-ci.yml',
    '**/.circleci',
    '**/.buildkite',
    '**/.drone.yml',
    '**/.travis.yml',
    '**/.teamcity',
    '**/.semaphore',
    '**/.woodpecker',
    '**/.woodpecker.yml',
    '**/jenkinsfile',
    '**/azure-pipelines.yml',
    '**/bitbucket-pipelines.yml',
    '**/appveyor.yml',
    '**/cloudbuild.yaml',
  ],
};
