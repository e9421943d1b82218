// The reader's own fonts: one that arrives late would move the text.
import DefaultTheme from 'vitepress/theme-without-fonts';
import Layout from './Layout.vue';
import './style.css';

export default { extends: DefaultTheme, Layout };
