/** What other packages import of this stage. */
export {
  columnsOf,
  fitLine,
  flow,
  type ScreenLine,
  type Style,
  type TextRow,
  visible,
  warningsAbout,
} from './show-text.ts';
