/**
 * Packages that load files of their own beside them. The compiled server has all others built in, since reading many
 * files slows a start; these a release brings.
 */
export const loadedPackages = ['@electric-sql/pglite', '@node-rs/argon2', '@resvg/resvg-js'] as const;
