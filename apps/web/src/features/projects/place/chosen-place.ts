import type { PickedProject } from '../picker/index.ts'

/** Where something is used that was opened outside of a project: in a new chat, or in a project, null while none is chosen. */
export type ChosenPlace = { kind: 'chat' } | { kind: 'project'; project: PickedProject | null }

/** The choice that a form begins with. */
export const IN_NEW_CHAT: ChosenPlace = { kind: 'chat' }
