// When backups are due, by the clock of the server's machine, and which files of them are kept.

/** Returns the last time of day `at` (“03:00”) that is not after `now`. */
export function dueBefore(at: string, now: Date): Date {
  const due = onDayOf(at, now)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/** Returns the next time of day `at` after `now`. */
export function dueAfter(at: string, now: Date): Date {
  const due = onDayOf(at, now)
  if (due <= now) due.setDate(due.getDate() + 1)
  return due
}

function onDayOf(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hours, minutes, 0, 0)
  return due
}

const FILE = /^scheduled-\d{8}-\d{6}\.polylogue$/

/** Returns the name of a backup that begins now; names sort by time. */
export function nameOf(now: Date): string {
  const [day, time] = now.toISOString().replaceAll(/[-:]/g, '').split(/[T.]/)
  return `scheduled-${day}-${time}.polylogue`
}

/** Returns the scheduled backups to delete, so that the newest ones are kept. Other files are never among them. */
export function beyond(names: readonly string[], keep: number): string[] {
  return names
    .filter((name) => FILE.test(name))
    .toSorted()
    .toReversed()
    .slice(keep)
}

/** Whether a file is an unfinished scheduled backup. */
export const isPart = (name: string): boolean => name.endsWith('.part') && FILE.test(name.slice(0, -5))
