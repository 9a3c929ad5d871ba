/** Names of the dialogs in the address. All but the first are about one idea: the parameter `idea` has its id. */
export const IDEA_DIALOGS = {
  create: 'new-idea',
  edit: 'edit-idea',
  remove: 'delete-idea',
} as const

/** Parameter with the id of the idea. */
export const IDEA = 'idea'

export const IDEAS_PAGE = '/plugins/prompt-ideas'
