import type { Shop } from '../../contract/shop';
import * as css from './ClinicMark.module.css';

/** The clinic's picture, or its first letter on its colour. Decoration: the name stands beside it. */
export function Mark({ shop, size }: { shop: Pick<Shop, 'name' | 'avatar'>; size: number }) {
  if (shop.avatar) return <img className={css.mark} src={shop.avatar} width={size} height={size} alt="" />;
  return (
    <span
      className={`${css.mark} ${css.markLetter}`}
      style={{ width: size, height: size, fontSize: size * 0.5 }}
      aria-hidden="true"
    >
      {[...shop.name][0]}
    </span>
  );
}

/** Picture and name: on a line in the bar, below each other in the side column. */
export function ClinicMark({ shop, place }: { shop: Pick<Shop, 'name' | 'avatar'>; place: 'bar' | 'side' }) {
  return (
    <div className={place === 'side' ? `${css.clinic} ${css.clinicSide}` : css.clinic}>
      <Mark shop={shop} size={place === 'bar' ? 32 : 72} />
      <span>{shop.name}</span>
    </div>
  );
}
