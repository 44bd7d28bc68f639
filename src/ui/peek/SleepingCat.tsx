import type { CSSProperties } from 'react';

const coat = { '--f': '#9aa3a8', '--fs': '#69737a', '--fp': '#eef1f1', '--fd': '#23282b' } as CSSProperties;

/** Shows a sleeping cat, the picture of an empty list. */
export function SleepingCat({ width = 196 }: { width?: number | undefined }) {
  return (
    <svg width={width} height={width * 0.58} viewBox="0 0 190 110" aria-hidden="true" style={coat}>
      <path d="M150 108c22 0 32-12 30-28-1-9-9-12-13-7-3 4 1 8 1 14 0 8-8 11-18 11z" fill="var(--fs)" />
      <path d="M30 108c-14-40 10-74 62-74 48 0 76 30 72 62-1 8-6 12-14 12z" fill="var(--f)" />
      <path d="M112 40l4 12M126 46l3 11M139 55l2 10" stroke="var(--fs)" strokeWidth="5" strokeLinecap="round" />
      <path
        d="M17 52C13 40 13 30 15 22c.6-2.3 2.7-2.9 4.6-1.5C25.5 25 31 30 35.5 35.5zM85 52c4-12 4-22 2-30-.6-2.3-2.7-2.9-4.6-1.5C76.5 25 71 30 66.5 35.5z"
        fill="var(--f)"
      />
      <path
        d="M20 44c-1.5-6-1.5-12-.5-16.5 3 2.5 6.2 5.5 8.8 8.5zM82 44c1.5-6 1.5-12 .5-16.5-3 2.5-6.2 5.5-8.8 8.5z"
        fill="#e7b3a8"
      />
      <path d="M13 70c0-22 15-38 38-38s38 16 38 38c0 24-15 36-38 36S13 94 13 70z" fill="var(--f)" />
      <path d="M51 33v10M42.5 35l1.5 7M59.5 35L58 42" stroke="var(--fs)" strokeWidth="4" strokeLinecap="round" />
      <path d="M51 72c6 0 14 5 14 13.5S59 96 51 96s-14-2-14-10.5S45 72 51 72z" fill="var(--fp)" />
      <path
        d="M29 66c3 4 9 4 12 0M61 66c3 4 9 4 12 0M51 81v3c-1.8 3.4-5.5 4-8 1.7M51 84c1.8 3.4 5.5 4 8 1.7"
        fill="none"
        stroke="var(--fd)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path d="M47.5 75.5h7c1 0 1.4 1 .7 1.7l-3 3c-.7.7-1.7.7-2.4 0l-3-3c-.7-.7-.3-1.7.7-1.7z" fill="#c97f78" />
      <path d="M42 108c0-7 7-10 14-10s14 3 14 10zM84 108c0-7 6-9 13-9s14 3 14 9z" fill="var(--fp)" />
    </svg>
  );
}
