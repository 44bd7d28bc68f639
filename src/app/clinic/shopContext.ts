import { createContext, useContext } from 'react';
import type { Shop } from '../../contract/shop';

/** The clinic of the page; never null inside `ClinicGate`. */
export const ShopContext = createContext<Shop | null>(null);
export const TextUsContext = createContext<() => void>(() => undefined);

/** Signs out, after asking about unsent requests (D-08). If `first` is given, only when it resolves to true. */
export type SignOut = (first?: () => Promise<boolean>) => void;
export const SignOutContext = createContext<SignOut>(() => undefined);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('A clinic page was drawn outside its clinic');
  return shop;
}

export const useSignOut = (): SignOut => useContext(SignOutContext);
export const useTextUs = (): (() => void) => useContext(TextUsContext);
