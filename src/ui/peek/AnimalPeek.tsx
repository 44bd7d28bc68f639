import type { ReactNode } from 'react';
import type { Animal } from './animal';
import { CatPeek } from './CatPeek';
import { DogPeek } from './DogPeek';
import { Drawn, Eye, type PeekProps } from './Peek';

export interface AnimalPeekProps extends PeekProps {
  animal: Animal;
}

/**
 * Shows any animal over the counter's edge; a heart for an unknown one (PETS-05). Loads all drawings, so it must not be
 * on the first screen.
 */
export function AnimalPeek({ animal, ...props }: AnimalPeekProps) {
  if (animal === 'dog') return <DogPeek {...props} />;
  if (animal === 'cat') return <CatPeek {...props} />;
  const { head, ...drawing } = drawings[animal];
  return <Drawn {...props} {...drawing} head={head(props.mood === 'asleep')} />;
}

type Drawing = Omit<Parameters<typeof Drawn>[0], 'head'> & { head: (asleep: boolean) => ReactNode };

const drawings: Record<Exclude<Animal, 'dog' | 'cat'>, Drawing> = {
  bird: {
    colours: ['#7fb0c9', '#4d84a3', '#e4f1f6', '#1d2a31'],
    duck: 26,
    feet: (
      <>
        <path d="M28 97v8M36 97v11M44 97v8" stroke="#e8a33d" strokeWidth="7" strokeLinecap="round" />
        <path d="M76 97v8M84 97v11M92 97v8" stroke="#e8a33d" strokeWidth="7" strokeLinecap="round" />
      </>
    ),
    head: (asleep) => (
      <>
        <path d="M60 24c-4-8 0-15 6-18-1 6 1 8 5 9-3 3-5 6-6 10z" fill="var(--fs)" />
        <path d="M24 112V64c0-24 15-42 36-42s36 18 36 42v48z" fill="var(--f)" />
        <ellipse cx="42" cy="62" rx="14" ry="15" fill="var(--fp)" />
        <ellipse cx="78" cy="62" rx="14" ry="15" fill="var(--fp)" />
        <Eye x={44} y={61} r={4.8} asleep={asleep} />
        <Eye x={76} y={61} r={4.8} asleep={asleep} />
        <path d="M60 66c7 0 10 5 9 11-.8 5-4.5 10-9 15-4.5-5-8.2-10-9-15-1-6 2-11 9-11z" fill="#e8a33d" />
        <path d="M52 78c5-2.5 11-2.5 16 0" fill="none" stroke="#b9761d" strokeWidth="2" strokeLinecap="round" />
      </>
    ),
  },
  equine: {
    colours: ['#a9714a', '#5b3822', '#f0dcc6', '#22160f'],
    duck: 26,
    paws: null,
    head: (asleep) => (
      <>
        <path d="M40 36C33 26 33 14 37 7c6 3 12 11 13 20zM80 36c7-10 7-22 3-29-6 3-12 11-13 20z" fill="var(--f)" />
        <path d="M34 46c0-15 11-25 26-25s26 10 26 25c0 13-6 26-7 40v26H41V86c-1-14-7-27-7-40z" fill="var(--f)" />
        <path d="M60 24c-4 10-7 24-6 38l6 14 6-14c1-14-2-28-6-38z" fill="var(--fp)" />
        <path d="M48 24c2-8 8-13 14-13 7 0 11 5 11 11-4 1-7 6-8 14-3-3-6-4-9-3-2-4-5-7-8-9z" fill="var(--fs)" />
        <path d="M38 112V92c0-9 9-15 22-15s22 6 22 15v20z" fill="var(--fs)" opacity=".92" />
        <Eye x={41} y={54} r={4.4} asleep={asleep} />
        <Eye x={79} y={54} r={4.4} asleep={asleep} />
        <ellipse cx="51" cy="91" rx="3" ry="4" fill="var(--fd)" />
        <ellipse cx="69" cy="91" rx="3" ry="4" fill="var(--fd)" />
      </>
    ),
  },
  ferret: {
    colours: ['#b99676', '#6f513c', '#f3e5d4', '#261b16'],
    duck: 26,
    feet: (
      <>
        <path d="M15 111v-8c0-7.5 5-12.5 12-12.5s12 5 12 12.5v8c0 1.5-3 3-12 3s-12-1.5-12-3z" fill="var(--fs)" />
        <path
          d="M22.5 103.5v7.5M31.5 103.5v7.5"
          stroke="var(--fs)"
          strokeWidth="2"
          strokeLinecap="round"
          opacity=".75"
        />
        <path d="M81 111v-8c0-7.5 5-12.5 12-12.5s12 5 12 12.5v8c0 1.5-3 3-12 3s-12-1.5-12-3z" fill="var(--fs)" />
        <path
          d="M88.5 103.5v7.5M97.5 103.5v7.5"
          stroke="var(--fs)"
          strokeWidth="2"
          strokeLinecap="round"
          opacity=".75"
        />
      </>
    ),
    head: (asleep) => (
      <>
        <circle cx="35" cy="42" r="11" fill="var(--fs)" />
        <circle cx="85" cy="42" r="11" fill="var(--fs)" />
        <circle cx="35.5" cy="43" r="5.5" fill="#e7b3a8" />
        <circle cx="84.5" cy="43" r="5.5" fill="#e7b3a8" />
        <path d="M30 112V72c0-24 10-39 30-39s30 15 30 39v40z" fill="var(--fp)" />
        <path
          d="M30 74c0-3 .3-6 .8-9 7-5 18-4 29.2 6 11.2-10 22.2-11 29.2-6 .5 3 .8 6 .8 9-8 9-20 8-30 1-10 7-22 8-30-1z"
          fill="var(--fs)"
        />
        <Eye x={45} y={70} r={4.4} asleep={asleep} />
        <Eye x={75} y={70} r={4.4} asleep={asleep} />
        <ellipse cx="60" cy="84" rx="5" ry="3.8" fill="#b77a6c" />
        <path
          d="M60 88c-2 3.5-6 4-8.5 1.5M60 88c2 3.5 6 4 8.5 1.5"
          fill="none"
          stroke="var(--fd)"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ),
  },
  fish: {
    colours: ['#ee9a7c', '#cf6f52', '#fde5da', '#33201b'],
    duck: 14,
    paws: null,
    head: (asleep) => (
      <>
        <path
          d="M60 18c30 0 47 19 47 43 0 18-9 32-20 39H33c-11-7-20-21-20-39 0-24 17-43 47-43z"
          fill="#fff"
          opacity=".55"
        />
        <path
          d="M15 52c10-5 20-5 30 0s20 5 30 0 20-5 30 0c1.3 3 2 6 2 9 0 18-9 32-20 39H33c-11-7-20-21-20-39 0-3 .7-6 2-9z"
          fill="#9fd0dd"
        />
        <path d="M86 62c6-5 12-6 15-4 1 6-1 16-2 22-4 0-9-2-13-6z" fill="var(--fs)" />
        <path d="M28 70c6-14 18-21 32-21 14 0 25 7 31 19-6 14-17 21-31 21S34 83 28 70z" fill="var(--f)" />
        <path d="M58 50c2-7 9-11 16-10 0 5 1 9 4 14zM60 89c2 4 7 7 12 7 0-4 1-7 3-10z" fill="var(--fs)" />
        <path d="M28 70c6-14 18-21 25-21 4 12 4 28 0 39-9-1-20-6-25-18z" fill="var(--fp)" />
        <Eye x={42} y={66} r={4.2} asleep={asleep} />
        <path
          d="M33 76c3 1.5 6 1.5 8 0"
          fill="none"
          stroke="var(--fd)"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path
          d="M66 60c4 6 4 14 0 20M76 62c3 5 3 10 0 15"
          fill="none"
          stroke="var(--fs)"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
        <circle cx="28" cy="58" r="2.4" fill="#fff" />
        <circle cx="24" cy="65" r="1.6" fill="#fff" />
        <path d="M36 20c7-3 15-4 24-4s17 1 24 4" fill="none" stroke="#fff" strokeWidth="5" strokeLinecap="round" />
      </>
    ),
  },
  guinea: {
    colours: ['#e39a55', '#b96a2c', '#fdecd8', '#33211a'],
    duck: 26,
    paws: 18,
    head: (asleep) => (
      <>
        <ellipse cx="27" cy="52" rx="13" ry="11" fill="var(--fs)" transform="rotate(-25 27 52)" />
        <ellipse cx="93" cy="52" rx="13" ry="11" fill="var(--fs)" transform="rotate(25 93 52)" />
        <path d="M19 112V78c0-26 17-40 41-40s41 14 41 40v34z" fill="var(--f)" />
        <path d="M60 38c-8 0-12 12-12 30 0 14 2 30 12 44 10-14 12-30 12-44 0-18-4-30-12-30z" fill="var(--fp)" />
        <path
          d="M62 38c-5-7-1-12 3-13-2 4 0 6 4 8M56 38c-3-4-7-6-10-5"
          fill="none"
          stroke="var(--f)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <Eye x={38} y={69} r={4.8} asleep={asleep} />
        <Eye x={82} y={69} r={4.8} asleep={asleep} />
        <path d="M54 80c0-3 3-4 6-4s6 1 6 4-3 5-6 5-6-2-6-5z" fill="#b77a6c" />
        <path
          d="M60 85v4c-2 3.5-6 4-8.5 1.5M60 89c2 3.5 6 4 8.5 1.5"
          fill="none"
          stroke="var(--fd)"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ),
  },
  rabbit: {
    colours: ['#e9e4dc', '#c9bfb2', '#ffffff', '#33302c'],
    duck: 24,
    head: (asleep) => (
      <>
        <path d="M44 52C30 38 27 8 37 3.5 47 0 55 24 56 46z" fill="var(--f)" />
        <path d="M76 52C90 38 93 8 83 3.5 73 0 65 24 64 46z" fill="var(--f)" />
        <path
          d="M46 42c-8-10-10-28-6.5-31 3.5-2.5 9.5 13 10.5 29zM74 42c8-10 10-28 6.5-31-3.5-2.5-9.5 13-10.5 29z"
          fill="#e9b9ae"
        />
        <path d="M26 112V76c0-22 14-35 34-35s34 13 34 35v36z" fill="var(--f)" />
        <ellipse cx="60" cy="91" rx="18" ry="14" fill="var(--fp)" />
        <Eye x={41} y={70} r={4.8} asleep={asleep} />
        <Eye x={79} y={70} r={4.8} asleep={asleep} />
        <path d="M55 79h10l-5 5.5z" fill="#c97f78" stroke="#c97f78" strokeWidth="2" strokeLinejoin="round" />
        <path
          d="M60 85v4c-2 3.5-6 4-8.5 1.5M60 89c2 3.5 6 4 8.5 1.5"
          fill="none"
          stroke="var(--fd)"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ),
  },
  reptile: {
    colours: ['#8fb27a', '#5f8550', '#dcebcf', '#1f2a1c'],
    duck: 12,
    paws: 6,
    head: (asleep) => (
      <>
        <path d="M8 112C8 62 28 40 60 40s52 22 52 72z" fill="var(--fs)" />
        <path
          d="M60 41v16M26 56l12 14M94 56L82 70M10 94l16-4M110 94l-16-4"
          stroke="var(--fp)"
          strokeWidth="3"
          strokeLinecap="round"
          opacity=".55"
        />
        <path d="M34 112V84c0-18 10-30 26-30s26 12 26 30v28z" fill="var(--f)" />
        <Eye x={46} y={80} r={4.2} asleep={asleep} />
        <Eye x={74} y={80} r={4.2} asleep={asleep} />
        <path d="M56 86v.01M64 86v.01" stroke="var(--fd)" strokeWidth="2.6" strokeLinecap="round" />
        <path
          d="M48 92c7 4.5 17 4.5 24 0"
          fill="none"
          stroke="var(--fd)"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ),
  },
  other: {
    colours: ['#b99676', '#6f513c', '#f3e5d4', '#261b16'],
    duck: 26,
    paws: null,
    head: () => (
      <>
        <path
          d="M60 118C32 98 16 82 16 60c0-16 11-27 24-27 9 0 16 5 20 12 4-7 11-12 20-12 13 0 24 11 24 27 0 22-16 38-44 58z"
          fill="var(--accent)"
        />
        <path
          d="M28 58c0-8 5-14 12-15"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="4"
          strokeLinecap="round"
          opacity=".55"
        />
      </>
    ),
  },
};
