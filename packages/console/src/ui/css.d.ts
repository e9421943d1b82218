/** Style sheets of pages that are loaded lazily. */
declare module '*.css';
