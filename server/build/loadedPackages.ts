/**
 * Packages that load files of their own beside them, and React, which chooses between two builds of itself as it is
 * loaded. The compiled server has all others built in, since reading many files slows a start; these a release brings.
 */
export const loadedPackages = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'react',
  'react-dom',
] as const;
