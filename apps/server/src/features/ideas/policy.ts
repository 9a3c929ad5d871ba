import { LEVEL, managesGroups, type Level, type Person, type Policy } from '#access/index.ts'

export const ideaPolicy = {
  thing: 'idea',
  needs: { read: LEVEL.read, edit: LEVEL.admin, remove: LEVEL.admin },
} as const satisfies Policy

/**
 * Returns the viewer's level on ideas that everybody sees, also in other tenants: those of the product, and those of an
 * external service. Only administrators outside of tenants manage them; else a tenant could write into another one.
 */
export function commonLevel(viewer: Pick<Person, 'roleId' | 'tenantContextId'>): Level {
  return managesGroups(viewer) && viewer.tenantContextId === null ? LEVEL.admin : LEVEL.read
}

/** Returns the viewer's level on an idea that they may read. */
export function ideaLevel(
  viewer: Person,
  { shipped, ownerId }: { readonly shipped: string | null; readonly ownerId: number | null },
): Level {
  if (shipped !== null) return commonLevel(viewer)
  return ownerId === viewer.userId || managesGroups(viewer) ? LEVEL.admin : LEVEL.read
}
