/** Query keys of this feature. */
export const userKeys = {
  all: ['users'] as const,
  one: (id: number) => ['users', id] as const,
  picture: (id: number, version: string) => ['pictures', id, version] as const,
  sessions: (id: number) => ['sessions', id] as const,
}
