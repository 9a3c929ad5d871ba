/** Names of the dialogs in the address. All but the first are about one instruction: the parameter `custinst` has its id. */
export const CUSTINST_DIALOGS = {
  create: 'new-custinst',
  edit: 'edit-custinst',
  share: 'share-custinst',
  remove: 'delete-custinst',
} as const

/** Parameter with the id of the instruction. */
export const CUSTINST = 'custinst'
