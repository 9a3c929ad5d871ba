/** Returns the whole calendar days from `earlier` to `later`, in local time. */
export function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000)
}
