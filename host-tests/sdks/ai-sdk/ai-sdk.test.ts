import { generateText, isStepCount } from 'ai';
import { expect, test } from 'vitest';
import { contract } from '../contract/contract.ts';
import { playScene, shell } from '../contract/play-scene.ts';
import type { Driver } from '../contract/scene.ts';
import { aiSdk6, aiSdk7, model7, tools7 } from './driver.ts';

contract(aiSdk7);
contract(aiSdk6);

test('without the gate the denied call runs: the contract can fail', async () => {
  const bare: Driver = {
    sdk: 'AI SDK 7 without the gate',
    run: async (scene) => {
      await generateText({
        model: model7(scene),
        tools: tools7(scene),
        prompt: 'x',
        stopWhen: isStepCount(3),
      });
    },
  };
  const { ran } = await playScene(bare, {
    script: [shell('git push')],
    policy: { deny: ['Bash(git push:*)'] },
  });
  expect(ran).toEqual(['shell git push']);
});
