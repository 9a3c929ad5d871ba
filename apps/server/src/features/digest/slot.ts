/** Returns when the daily e-mail was due last, by the clock of this machine: today at that hour, or yesterday before it. */
export function slotOf(now: Date, hour: number): Date {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour)
  return today <= now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour)
}
