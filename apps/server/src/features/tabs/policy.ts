import { LEVEL, type Policy } from '#access/index.ts'

/** The access level on the project that each action on its tabs requires. */
export const tabsPolicy = {
  thing: 'project',
  needs: { list: LEVEL.read, create: LEVEL.write, order: LEVEL.write },
} as const satisfies Policy

/** The access level on its project that each action on a tab requires. */
export const tabPolicy = {
  thing: 'tab',
  needs: {
    read: LEVEL.read,
    update: LEVEL.write,
    copy: LEVEL.write,
    remove: LEVEL.write,
    removeOthers: LEVEL.admin,
    // To the users of its project, a moved tab looks deleted.
    move: LEVEL.write,
    moveOthers: LEVEL.admin,
  },
} as const satisfies Policy
