import type { Module } from '../module.ts';
import { baselineRoutes } from './baseline-routes.ts';
import { bundleCache } from './bundle-cache.ts';
import { bundleRoutes } from './bundle-routes.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { policyCommands } from './policy-commands.ts';
import { policyRoutes } from './policy-routes.ts';
import { renewChannels } from './renew-channels.ts';
import { endReviewAct, reviewRoutes } from './review-routes.ts';
import { rolloutRoutes } from './rollout-routes.ts';
import { ruleRoutes } from './rule-routes.ts';
import { stopRoutes } from './stop-routes.ts';

export { answerBundle } from './answer-bundle.ts';
export type { BundleCache } from './bundle-cache.ts';
export { channelOf, reissue, type Signing } from './policy-channel.ts';
export { knownPolicyAnswers, policyAnswer, startPolicyThreads, tooLong } from './threads/policy-answers.ts';
export type { DecidedCall, PolicyPair } from './threads/policy-jobs.ts';

export const policyModule = {
  name: 'policy',
  commands: policyCommands,
  secondPersonActs: () => [endReviewAct],
  open: (context) => {
    const bundles = bundleCache(context.database);
    const own = { ...context, bundles };
    return {
      bundles,
      routes: [
        policyRoutes,
        reviewRoutes,
        baselineRoutes,
        rolloutRoutes,
        bundleRoutes,
        ruleRoutes,
        exchangeRoutes,
        stopRoutes,
      ].flatMap((routes) => routes(own)),
      jobs: [{ hint: 'bundles', work: bundles.refresh }],
      jobsIn: ({ database }) => [{ work: () => renewChannels({ ...own, database }) }],
    };
  },
} satisfies Module;
