let stands: () => void = () => undefined;

/** Resolves when the first page is rendered; everything else is loaded then. */
export const firstPageStands: Promise<void> = new Promise((resolve) => {
  stands = resolve;
});

export function tellFirstPageStands(): void {
  stands();
}
