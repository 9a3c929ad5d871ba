/** Names of the dialogs about a prompt of a set; for all but the first two the parameter `entry` has its place, from 1. */
export const ENTRY_DIALOGS = {
  pick: 'pick-golden-prompt',
  create: 'new-golden-prompt',
  edit: 'edit-golden-prompt',
  remove: 'delete-golden-prompt',
} as const

export const ENTRY = 'entry'
