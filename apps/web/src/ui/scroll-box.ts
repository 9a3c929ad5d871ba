/** Returns the props of a scroll container: focusable for keyboards, with a name. */
export const scrollBox = (label: string, role: 'group' | 'region' = 'group') =>
  ({ tabIndex: 0, role, 'aria-label': label }) as const
