/** Returns a day as DD/MM/YYYY, which the specification gives for this page in every language. */
export function dayOf(when: string): string {
  const date = new Date(when)
  const two = (part: number) => String(part).padStart(2, '0')
  return [two(date.getDate()), two(date.getMonth() + 1), date.getFullYear()].join('/')
}
