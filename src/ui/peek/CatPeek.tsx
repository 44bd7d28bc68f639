import { Drawn, Eye, type PeekProps } from './Peek';

export interface CatPeekProps extends Omit<PeekProps, 'mood'> {
  /** 'watching': looks down at what is below the edge. */
  mood?: 'awake' | 'asleep' | 'watching' | undefined;
}

export function CatPeek({ mood = 'awake', ...props }: CatPeekProps) {
  return (
    <Drawn
      {...props}
      colours={['#9aa3a8', '#69737a', '#eef1f1', '#23282b']}
      duck={22}
      head={
        <>
          <path d="M26 62C21 46 21 30 24.5 19c.8-2.6 3.3-3.2 5.5-1.5 7 5.5 14 12.5 19 19z" fill="var(--f)" />
          <path d="M94 62c5-16 5-32 1.5-43-.8-2.6-3.3-3.2-5.5-1.5-7 5.5-14 12.5-19 19z" fill="var(--f)" />
          <path d="M29.5 50C27 41 27 32 28.7 26c4.5 3.6 9 8 12.5 12.5z" fill="#e7b3a8" />
          <path d="M90.5 50C93 41 93 32 91.3 26c-4.5 3.6-9 8-12.5 12.5z" fill="#e7b3a8" />
          <path d="M21 112V72c0-24 16-39 39-39s39 15 39 39v40z" fill="var(--f)" />
          <path d="M60 34v13M50 36l1.5 9M70 36l-1.5 9" stroke="var(--fs)" strokeWidth="4.6" strokeLinecap="round" />
          <path
            d="M22 78l10 1.5M23 88l9-.5M98 78l-10 1.5M97 88l-9-.5"
            stroke="var(--fs)"
            strokeWidth="3.6"
            strokeLinecap="round"
          />
          <path d="M60 76c6.5 0 16 5 16 15 0 9-7 12-16 12s-16-3-16-12c0-10 9.5-15 16-15z" fill="var(--fp)" />
          {mood === 'awake' && awake}
          {mood === 'watching' && watching}
          {mood === 'asleep' && (
            <>
              <Eye x={43} y={68} r={0} asleep />
              <Eye x={77} y={68} r={0} asleep />
            </>
          )}
          <path d="M55.5 79.5h9c1.2 0 1.7 1.3.9 2.2l-4 4c-.8.8-2 .8-2.8 0l-4-4c-.8-.9-.3-2.2.9-2.2z" fill="#c97f78" />
          <path
            d="M60 86v3c-2 4-6.5 4.8-9.5 2M60 89c2 4 6.5 4.8 9.5 2"
            fill="none"
            stroke="var(--fd)"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <path
            d="M40 86l-22-4M40 90l-22 2.5M80 86l22-4M80 90l22 2.5"
            stroke="var(--whisker)"
            strokeWidth="1.4"
            strokeLinecap="round"
          />
        </>
      }
    />
  );
}

const irises = (
  <>
    <ellipse cx="43" cy="67" rx="7.4" ry="7.6" fill="#e9cf7a" />
    <ellipse cx="77" cy="67" rx="7.4" ry="7.6" fill="#e9cf7a" />
  </>
);

const awake = (
  <>
    {irises}
    <ellipse cx="43.5" cy="67" rx="3.7" ry="6.6" fill="var(--fd)" />
    <ellipse cx="76.5" cy="67" rx="3.7" ry="6.6" fill="var(--fd)" />
    <circle cx="45" cy="64.5" r="1.7" fill="#fff" />
    <circle cx="78" cy="64.5" r="1.7" fill="#fff" />
  </>
);

const watching = (
  <>
    {irises}
    <ellipse cx="44.5" cy="70" rx="4.8" ry="5.2" fill="var(--fd)" />
    <ellipse cx="75.5" cy="70" rx="4.8" ry="5.2" fill="var(--fd)" />
    <circle cx="46.3" cy="68" r="1.7" fill="#fff" />
    <circle cx="77.3" cy="68" r="1.7" fill="#fff" />
    <path d="M34.5 57h17v6.5c-4.5-2.6-12.5-2.6-17 0zM68.5 57h17v6.5c-4.5-2.6-12.5-2.6-17 0z" fill="var(--f)" />
    <path
      d="M35.5 63.6c4.5-3 10.5-3 15 0M69.5 63.6c4.5-3 10.5-3 15 0"
      fill="none"
      stroke="var(--fs)"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  </>
);
