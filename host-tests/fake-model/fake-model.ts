/** The model of the canary: what proves a person's own installation also plays in these tests. */
export { startFakeModel, type FakeModel } from '../../packages/permesso/src/canary/model/fake-model.ts';
