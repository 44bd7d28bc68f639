import { drawn } from '../drawn';

export const useSearchParams = () => [new URLSearchParams(drawn.saved.search), () => undefined] as const;
