/** Style sheets of lazily loaded pages. */
declare module '*.css';
