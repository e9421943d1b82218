import type { Gate } from './gate.ts';

/** The same gate, with a notice after each verdict's message while there is one. */
export function withNotice(gate: Gate, notice: () => string | undefined): Gate {
  const noticed = <T extends { readonly message: string }>(said: T): T => {
    const text = notice();
    return text === undefined ? said : { ...said, message: `${said.message} ${text}`, notice: text };
  };
  return {
    ...gate,
    get problems() {
      return gate.problems;
    },
    check: async (call, how) => noticed(await gate.check(call, how)),
    authorize: async (call, how) => noticed(await gate.authorize(call, how)),
    consult: async (call, how) => noticed(await gate.consult(call, how)),
  };
}
