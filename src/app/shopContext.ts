import { createContext, useContext } from 'react';
import type { Shop } from '../contract/shop';

/** The clinic of the page; inside `ClinicGate` it is always there. */
export const ShopContext = createContext<Shop | null>(null);
export const TextUsContext = createContext<() => void>(() => undefined);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('A clinic page was drawn outside its clinic');
  return shop;
}

export const useTextUs = (): (() => void) => useContext(TextUsContext);
