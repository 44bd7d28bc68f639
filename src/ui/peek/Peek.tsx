import type { CSSProperties, ReactNode } from 'react';
import * as css from './Peek.module.css';

/** The three shades of a coat as CSS colours: fur, its shadow and its light parts. */
interface Fur {
  fur: string;
  shade: string;
  light: string;
}

export interface PeekProps {
  /** 'up': looks over the edge; 'down': hidden behind it. */
  pose?: 'up' | 'down' | undefined;
  mood?: 'awake' | 'asleep' | undefined;
  /** Width in CSS pixels; by default --size of the style sheet. */
  size?: number | undefined;
  /** The coat's colours; by default the animal's usual ones. */
  coat?: Fur | undefined;
}

interface DrawnProps extends PeekProps {
  /** The four colours: fur, shade, light, dark. */
  colours: readonly [string, string, string, string];
  /** How far the head moves down for 'down', in drawing units. */
  duck: number;
  head: ReactNode;
  /** Left edge of the left paw in drawing units; null for an animal without paws. */
  paws?: number | null | undefined;
  feet?: ReactNode;
}

/** Shows an animal that looks over the counter's edge; hidden from assistive technology. */
export function Drawn({ pose = 'up', size, coat, colours, duck, head, paws = 15, feet }: DrawnProps) {
  const style: Record<string, string> = {
    '--f': coat?.fur ?? colours[0],
    '--fs': coat?.shade ?? colours[1],
    '--fp': coat?.light ?? colours[2],
    '--fd': colours[3],
    '--duck': `${duck}px`,
  };
  if (size !== undefined) style['--size'] = `${size}px`;
  return (
    <svg className={css.peek} data-pose={pose} viewBox="0 0 120 116" aria-hidden="true" style={style as CSSProperties}>
      {/* An inner svg clips at the edge; a clipPath would need an id that is unique on the page. */}
      <svg x="-10" y="-20" width="140" height="120" viewBox="-10 -20 140 120">
        <g className={css.head} data-part="head">
          {head}
        </g>
      </svg>
      <g className={css.paws}>
        {feet}
        {feet === undefined && paws !== null && (
          <>
            <Paw x={paws - 15} />
            <Paw x={120 - paws - 39} />
          </>
        )}
      </g>
    </svg>
  );
}

function Paw({ x }: { x: number }) {
  return (
    <g transform={`translate(${x})`}>
      <path d="M15 111v-8c0-7.5 5-12.5 12-12.5s12 5 12 12.5v8c0 1.5-3 3-12 3s-12-1.5-12-3z" fill="var(--f)" />
      <path d="M22.5 103.5v7.5M31.5 103.5v7.5" stroke="var(--fs)" strokeWidth="2" strokeLinecap="round" opacity=".75" />
    </g>
  );
}

/** Shows a round eye, or a closed one. */
export function Eye({ x, y, r, asleep }: { x: number; y: number; r: number; asleep?: boolean | undefined }) {
  if (asleep)
    return (
      <path
        d={`M${x - 5} ${y}c2.5 3.4 7.5 3.4 10 0`}
        fill="none"
        stroke="var(--fd)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    );
  return (
    <>
      <ellipse cx={x} cy={y} rx={r} ry={r * 1.12} fill="var(--fd)" />
      <circle cx={x + 1.5} cy={y - 1.8} r={r * 0.34} fill="#fff" />
    </>
  );
}
