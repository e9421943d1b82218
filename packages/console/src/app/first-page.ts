let stands: () => void = () => undefined;

/** What no page draws is loaded then. */
export const firstPageStands: Promise<void> = new Promise((resolve) => {
  stands = resolve;
});

export function tellFirstPageStands(): void {
  stands();
}
