/** What a box needs that scrolls: keyboards reach it, and it has a name. */
export const scrollBox = (label: string, role: 'group' | 'region' = 'group') =>
  ({ tabIndex: 0, role, 'aria-label': label }) as const
