import { jsonReply, type Outcome, type Reply } from '../host.ts';

/** `review` runs the tool where nobody watches, and no exit code stops it: only `cancel` does. */
type ClineAnswer =
  | { readonly cancel: true; readonly errorMessage: string }
  | { readonly cancel: false; readonly overrideInput?: object };

export function toReply({ verdict, reason, input }: Outcome): Reply {
  if (verdict !== 'allow') return answer({ cancel: true, errorMessage: reason });
  return answer({ cancel: false, ...(input === undefined ? {} : { overrideInput: input }) });
}

function answer(said: ClineAnswer): Reply {
  return jsonReply(said);
}
