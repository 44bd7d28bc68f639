import { Drawn, Eye, type PeekProps } from './Peek';

export function DogPeek(props: PeekProps) {
  const asleep = props.mood === 'asleep';
  return (
    <Drawn
      {...props}
      colours={['#dba467', '#a9703f', '#fcefdd', '#2b1f1a']}
      duck={30}
      head={
        <>
          <path d="M24 112V82c0-8 3-12 4.5-20C31 33 42 17 60 17s29 16 31.5 45C93 70 96 74 96 82v30z" fill="var(--f)" />
          <path
            d="M60 17c-3.5 9-5 21-7.5 36C42.5 59 38 69 38 82v30h44V82c0-13-4.5-23-14.5-29C65 38 63.5 26 60 17z"
            fill="var(--fp)"
          />
          <path
            d="M44 19C33 12 18 19 13 37 8.5 54 9 74 18.5 79c9 4.5 14.5-8 16-21 1.4-14 5-26 11-33.5 1.5-2 .5-4-1.5-5.5z"
            fill="var(--fs)"
          />
          <path
            d="M76 19c11-7 26 0 31 18 4.5 17 4 37-5.5 42-9 4.5-14.5-8-16-21-1.4-14-5-26-11-33.5-1.5-2-.5-4 1.5-5.5z"
            fill="var(--fs)"
          />
          <Eye x={45.5} y={57} r={4.4} asleep={asleep} />
          <Eye x={74.5} y={57} r={4.4} asleep={asleep} />
          <path d="M50.5 71.5c0-4.5 4-6.3 9.5-6.3s9.5 1.8 9.5 6.3c0 5-5.3 9-9.5 9s-9.5-4-9.5-9z" fill="var(--fd)" />
          <ellipse cx="57" cy="69.3" rx="3.2" ry="1.5" fill="#fff" opacity=".35" />
          <path
            d="M60 80.5v5.5c-2.5 5-8.5 6.2-12.5 2.5M60 86c2.5 5 8.5 6.2 12.5 2.5"
            fill="none"
            stroke="var(--fd)"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      }
    />
  );
}
