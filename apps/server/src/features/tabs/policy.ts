import { LEVEL, type Policy } from '../../access/index.ts'

/** What each action on a project's tabs needs, of the access to the project. */
export const tabsPolicy = {
  thing: 'project',
  needs: { list: LEVEL.read, create: LEVEL.write, order: LEVEL.write },
} as const satisfies Policy

/** What each action on a tab needs, of the access to its project. */
export const tabPolicy = {
  thing: 'tab',
  needs: {
    read: LEVEL.read,
    update: LEVEL.write,
    copy: LEVEL.write,
    remove: LEVEL.write,
    removeOthers: LEVEL.admin,
    // To the people of its project, a tab that was moved away is a tab that was deleted.
    move: LEVEL.write,
    moveOthers: LEVEL.admin,
  },
} as const satisfies Policy
