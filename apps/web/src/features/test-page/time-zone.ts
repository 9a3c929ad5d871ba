/** Returns the browser's time zone and its distance from UTC at this time: `Europe/Berlin, UTC+01:00`. */
export function timeZoneFact(now: Date): string {
  const minutes = -now.getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return `${timeZone}, UTC${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}
