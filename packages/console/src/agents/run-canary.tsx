import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FoundAgent, foundAgents } from '@permesso/protocol/console';
import { post } from '../api.ts';
import { errorText } from '../format.ts';
import { agentTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';

const texts = agentTexts.canary;

/** Starts the real program with a call that must be denied. */
export function RunCanary({ agent }: { readonly agent: FoundAgent }) {
  const client = useQueryClient();
  const say = useToasts();
  const canary = useMutation({
    mutationFn: () => post(foundAgents, '/api/agents/canary', { host: agent.name }),
    onSuccess: ({ hosts }) => {
      const result = hosts.find(({ name }) => name === agent.name)?.canary;
      say({
        text: texts.result(agent.title, result?.result ?? texts.notTried),
        isProblem: result?.result !== 'proven',
      });
      void client.invalidateQueries({ queryKey: ['agents'] });
    },
    onError: (error) => say({ text: errorText(error), isProblem: true }),
  });
  return (
    <Button isSmall disabled={canary.isPending} onClick={() => canary.mutate()}>
      {canary.isPending ? texts.runs : texts.run}
    </Button>
  );
}
