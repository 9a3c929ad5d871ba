/** Names of the dialogs in the address. All but the first are about one set: the parameter `goldenset` has its id. */
export const GOLDENSET_DIALOGS = {
  create: 'new-goldenset',
  edit: 'edit-goldenset',
  run: 'run-goldenset',
  share: 'share-goldenset',
  remove: 'delete-goldenset',
} as const

/** Parameter with the id of the set. */
export const GOLDENSET = 'goldenset'

/** Names of the dialogs about a prompt of a set; for all but the first two the parameter `entry` has its place, from 1. */
export const ENTRY_DIALOGS = {
  pick: 'pick-golden-prompt',
  create: 'new-golden-prompt',
  edit: 'edit-golden-prompt',
  remove: 'delete-golden-prompt',
} as const

export const ENTRY = 'entry'

/** Dialog of a run. */
export const VOTE = 'vote'
