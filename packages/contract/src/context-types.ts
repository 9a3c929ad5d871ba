// The types of context and their numbers (API-13; 11 and 12 are this product’s own).

export const CONTEXT_TYPES = {
  company: 1,
  orgUnit: 2,
  team: 3,
  project: 4,
  user: 5,
  tenant: 6,
  prompt: 7,
  datasource: 8,
  media: 9,
  custinst: 10,
  goldenset: 11,
  chatbot: 12,
} as const

export type ContextTypeId = (typeof CONTEXT_TYPES)[keyof typeof CONTEXT_TYPES]

export const COMPANY_CONTEXT = 1

/** The lists by type: path segment and field of the response. `tenants` and `tennants` are the same. */
export const CONTEXT_LISTS = {
  company: { typeId: 1, field: 'CompanyContexts' },
  orgunits: { typeId: 2, field: 'OrgUnitContexts' },
  teams: { typeId: 3, field: 'TeamContexts' },
  projects: { typeId: 4, field: 'ProjectContexts' },
  users: { typeId: 5, field: 'UserContexts' },
  tennants: { typeId: 6, field: 'TennantContexts' },
  tenants: { typeId: 6, field: 'TennantContexts' },
  prompts: { typeId: 7, field: 'PromptContexts' },
  datasources: { typeId: 8, field: 'DatasourceContexts' },
  media: { typeId: 9, field: 'MediaContexts' },
  custinsts: { typeId: 10, field: 'CustInst' },
} as const
export type ContextList = keyof typeof CONTEXT_LISTS
