/** Names of the dialogs in the address. All but the first are about one data source: the parameter `datasource` has its id. */
export const DATASOURCE_DIALOGS = {
  create: 'new-datasource',
  edit: 'edit-datasource',
  use: 'use-datasource',
  share: 'share-datasource',
  remove: 'delete-datasource',
} as const

/** Parameter with the id of the data source. */
export const DATASOURCE = 'datasource'
