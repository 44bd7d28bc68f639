/** Style sheets are the bundler's; tests/tooling/styles.test.ts holds the class names on both sides to each other. */
declare module '*.module.css';
declare module '*.css' {}
