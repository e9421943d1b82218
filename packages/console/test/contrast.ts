import type { Page } from 'playwright-core';

export interface Measured {
  /** Texts whose contrast was computed. */
  readonly texts: number;
  /** Those below AA: `3.91 < 4.5 #8c9894 on #ffffff span.meta "2 min"`. */
  readonly failures: readonly string[];
}

/**
 * The contrast of every text that a person sees, against what is painted behind it, by WCAG 2.2 AA (1.4.3): text nodes, values
 * and placeholders of fields. Colours are put on each other by the browser itself, on a canvas. Disabled controls are
 * exempt there, and so is what stands on a picture: a background image is reported, since nothing was measured.
 */
export function measureContrast(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    const painted = new Map<string, readonly number[]>();

    interface Layer {
      readonly colour: string;
      readonly opacity: number;
    }

    function paint(layers: readonly Layer[]): readonly number[] {
      const key = layers.map(({ colour, opacity }) => `${colour}/${opacity}`).join('|');
      const known = painted.get(key);
      if (known !== undefined || context === null) return known ?? [];
      context.globalAlpha = 1;
      context.fillStyle = matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff';
      context.fillRect(0, 0, 1, 1);
      for (const { colour, opacity } of layers) {
        context.globalAlpha = opacity;
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      const made = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
      painted.set(key, made);
      return made;
    }

    function luminance(rgb: readonly number[]): number {
      const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }

    function ancestors(element: Element): readonly Element[] {
      const all: Element[] = [];
      for (let at: Element | null = element; at !== null; at = at.parentElement) all.push(at);
      return all;
    }

    const opacities = new Map<Element, number>();

    /** With that of everything around it; asked for each text, so each is computed once. */
    function opacityOf(element: Element): number {
      const known = opacities.get(element);
      if (known !== undefined) return known;
      const around = element.parentElement === null ? 1 : opacityOf(element.parentElement);
      const made = around * Number(getComputedStyle(element).opacity);
      opacities.set(element, made);
      return made;
    }

    /** From the text's own element down to the page, as they lie on the screen there; by descent where it cannot be asked. */
    function behind(element: Element, box: DOMRect): readonly Element[] | 'covered' {
      const x = box.left + Math.min(box.width / 2, 20);
      const y = box.top + box.height / 2;
      const stack = document.elementsFromPoint(x, y);
      const own = stack.indexOf(element);
      if (own === -1) {
        const onScreen = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
        const canBeHit =
          getComputedStyle(element).pointerEvents !== 'none' && element.closest('[inert]') === null;
        return onScreen && canBeHit && !ancestors(element).some((each) => stack.includes(each))
          ? 'covered'
          : ancestors(element);
      }
      const isCovered = stack
        .slice(0, own)
        .some((above) => !above.contains(element) && !element.contains(above) && isOpaque(above));
      return isCovered ? 'covered' : stack.slice(own);
    }

    function isOpaque(element: Element): boolean {
      const { backgroundColor } = getComputedStyle(element);
      const black = paint([
        { colour: '#000', opacity: 1 },
        { colour: backgroundColor, opacity: 1 },
      ]);
      const white = paint([
        { colour: '#fff', opacity: 1 },
        { colour: backgroundColor, opacity: 1 },
      ]);
      return String(black) === String(white);
    }

    function hex(rgb: readonly number[]): string {
      return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    }

    const failures = new Set<string>();
    let texts = 0;

    interface Text {
      readonly element: Element;
      readonly text: string;
      readonly box: DOMRect;
      /** Of the text itself, which may be a placeholder. */
      readonly style: CSSStyleDeclaration;
    }

    const cutAway = new Map<Element, boolean>();

    function isCutAway(element: Element): boolean {
      const known = cutAway.get(element);
      if (known !== undefined) return known;
      const { clipPath } = getComputedStyle(element);
      const made =
        clipPath === 'inset(50%)' || (element.parentElement !== null && isCutAway(element.parentElement));
      cutAway.set(element, made);
      return made;
    }

    function isSeen({ element, text, box }: Text): boolean {
      // What is only read aloud has no size, or is cut away.
      if (box.width < 2 || box.height < 2 || text.trim() === '') return false;
      if (isCutAway(element)) return false;
      if (element.closest(':disabled, [aria-disabled="true"], [data-disabled]') !== null) return false;
      return getComputedStyle(element).visibility === 'visible' && opacityOf(element) > 0;
    }

    /** From the bottom up; a text where it is a picture. */
    function layersOf(stack: readonly Element[]): readonly Layer[] | string {
      const layers: Layer[] = [];
      for (const each of stack) {
        const { backgroundColor, backgroundImage } = getComputedStyle(each);
        if (backgroundImage !== 'none') return backgroundImage.slice(0, 60);
        layers.unshift({ colour: backgroundColor, opacity: opacityOf(each) });
        if (opacityOf(each) === 1 && isOpaque(each)) break;
      }
      return layers;
    }

    function leastFor({ fontSize, fontWeight }: CSSStyleDeclaration): number {
      const size = Number.parseFloat(fontSize);
      return size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    }

    function measure(shown: Text): void {
      const { element, text, box, style } = shown;
      const stack = isSeen(shown) ? behind(element, box) : 'covered';
      if (stack === 'covered') return;
      texts++;
      const about = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${text.trim().slice(0, 40)}"`;
      const layers = layersOf(stack);
      if (typeof layers === 'string') {
        failures.add(`not measured, on ${layers}: ${about}`);
        return;
      }
      const colour = element instanceof SVGElement ? style.fill : style.color;
      const ground = paint(layers);
      const ink = paint([...layers, { colour, opacity: opacityOf(element) }]);
      const [light = 0, dark = 0] = [luminance(ground), luminance(ink)].toSorted((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      const least = leastFor(style);
      if (ratio < least)
        failures.add(`${ratio.toFixed(2)} < ${least} ${hex(ink)} on ${hex(ground)} ${about}`);
    }

    /** A field may lie above what draws its text, and draw none itself. */
    function isClear(colour: string): boolean {
      return ['#000', '#fff'].every(
        (ground) =>
          String(paint([{ colour: ground, opacity: 1 }])) ===
          String(
            paint([
              { colour: ground, opacity: 1 },
              { colour, opacity: 1 },
            ]),
          ),
      );
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || ['SCRIPT', 'STYLE', 'TITLE'].includes(element.tagName)) continue;
      range.selectNodeContents(node);
      const box = range.getClientRects()[0];
      if (box === undefined) continue;
      measure({ element, text: node.textContent ?? '', box, style: getComputedStyle(element) });
    }
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea',
    );
    for (const element of fields) {
      const { value, placeholder } = element;
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element, value === '' ? '::placeholder' : null);
      if (!isClear(style.color)) measure({ element, text: value || placeholder, box, style });
    }
    return { texts, failures: [...failures] };
  });
}

/** At the width of a desktop and of a phone. */
export async function lowContrast(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  const wide = await measureContrast(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await measureContrast(page);
  await page.setViewportSize(size);
  const nothing = [wide, narrow].some(({ texts }) => texts === 0) ? ['no text was measured'] : [];
  return [...nothing, ...new Set([...wide.failures, ...narrow.failures])];
}
