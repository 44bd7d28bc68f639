/** Prefix of the API: `/api`. */
export const apiBase: string = import.meta.env['VITE_API_BASE'] || '/api';
