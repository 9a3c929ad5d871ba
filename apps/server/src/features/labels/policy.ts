import { LEVEL, managesGroups, type Level, type Person, type Policy } from '../../access/index.ts'

export const labelPolicy = {
  thing: 'label',
  needs: { read: LEVEL.read, remove: LEVEL.admin },
} as const satisfies Policy

/** Returns the viewer's level on the labels of their side of the tenant wall: administrators delete them for everybody. */
export const labelLevel = (viewer: Person): Level => (managesGroups(viewer) ? LEVEL.admin : LEVEL.read)
