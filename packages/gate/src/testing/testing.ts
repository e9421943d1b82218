export { scriptedApprover } from '../approval/channels/scripted-approver.ts';
export { coverPolicy } from './cover-policy.ts';
export { expectDecision, type DecisionExpectation } from './expect-decision.ts';
export { PolicyCoverage, type PolicyCoverageOptions } from './policy-coverage.ts';
