/**
 * The version of a release, in SemVer's words: the project's, then when it was made in UTC, and of which commit where
 * it is one's as it stands. So two releases differ in name and folder, a later one sorts after an earlier, and
 * /api/health tells which one runs.
 */
export function releaseVersion(project: string, madeAt: Date, commit: string | null): string {
  const minute = madeAt.toISOString().slice(0, 16).replaceAll(/\D/g, '');
  // The letter, as git describes itself, keeps a commit of digits alone from being read as a number.
  return `${project}-${minute}${commit === null ? '' : `.g${commit}`}`;
}
