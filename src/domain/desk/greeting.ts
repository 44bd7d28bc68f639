/** How the desk greets at an hour of the day, 0 to 23. */
export const greeting = (hour: number): string =>
  hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon';
