/** The two texts of a calendar leaf, in the clinic's zone: 'Nov' over '25'. */
export function leafOf(at: Date, timeZone: string): { month: string; day: string } {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(at);
  return { month: part({ month: 'short' }), day: part({ day: 'numeric' }) };
}
