import type { Kind } from '../kind';
import { request } from './request';

/** Every kind of thing that waits for the clinic. */
export const kinds: readonly Kind[] = [request];
