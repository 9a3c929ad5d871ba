/** The columns of an exported file. An import reads those of `READ`, in any order, and needs `NEEDED`. */
export const COLUMNS = [
  'firstName',
  'lastName',
  'username',
  'email',
  'role',
  'status',
  'groups',
  'lastSeen',
  'created',
] as const
export const NEEDED = ['firstName', 'lastName', 'email'] as const
export const READ = [...NEEDED, 'role', 'status', 'groups'] as const
export type Column = (typeof READ)[number]

/** Limits of an imported file. */
export const MOST_ROWS = 500
export const MOST_BYTES = 512_000

export const GROUP_SEPARATOR = ';'
