import type { ReactNode } from 'react';
import { useAnnouncedWait } from '../behaviour/announce';
import * as field from '../fields/Field.module.css';
import * as common from '../layout/common.module.css';
import * as css from './Skeleton.module.css';

/**
 * Shows a grey shape in place of loading content; its animation starts after 400 ms, so that fast replies do
 * not flicker.
 */
function Bone({
  width = '100%',
  height = 16,
  radius,
}: {
  width?: number | string | undefined;
  height?: number | undefined;
  radius?: number | string | undefined;
}) {
  return (
    <span className={css.bone} style={{ width, height, ...(radius === undefined ? {} : { borderRadius: radius }) }} />
  );
}

interface SkeletonProps {
  /** The text for assistive technology: "Loading". */
  label: string;
  children: ReactNode;
}

/** Shows grey shapes, with one text for assistive technology. */
function Skeleton({ label, children }: SkeletonProps) {
  useAnnouncedWait(label);
  return (
    <div aria-busy="true">
      <span className={common.vh}>{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Shows loading lines with a label and a value. */
export function RowsSkeleton({ label, rows = 3 }: { label: string; rows?: number | undefined }) {
  return (
    <Skeleton label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div className={css.bonerow} key={row}>
          <Bone width={72} height={12} />
          <Bone width="46%" height={16} />
        </div>
      ))}
    </Skeleton>
  );
}

/** Shows five loading dates, with loading times below them. */
export function DatesSkeleton({ label }: { label: string }) {
  return (
    <Skeleton label={label}>
      <div className={css.bonerow}>
        <Bone width={110} height={20} />
      </div>
      <div className={css.bonedates}>
        {Array.from({ length: 5 }, (_, place) => (
          <Bone key={place} height={136} radius="var(--r-tile)" />
        ))}
      </div>
      <div className={css.bonetimes}>
        {Array.from({ length: 9 }, (_, place) => (
          <Bone key={place} height={48} radius="var(--r-field)" />
        ))}
      </div>
    </Skeleton>
  );
}

/** Shows loading form fields with labels. */
export function FormSkeleton({ label, fields = 4 }: { label: string; fields?: number | undefined }) {
  return (
    <Skeleton label={label}>
      {Array.from({ length: fields }, (_, place) => (
        <div className={field.field} key={place}>
          <Bone width={96} height={14} />
          <div style={{ height: 12 }} />
          <Bone height={52} radius="var(--r-field)" />
        </div>
      ))}
    </Skeleton>
  );
}

/** Keeps the room of what is being read, so that nothing below moves when that comes: its children are neither seen nor told. */
export const Room = ({ children }: { children: ReactNode }) => <div className={css.room}>{children}</div>;
