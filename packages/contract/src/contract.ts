// The whole API: every noun's calls. A route that is not here does not exist (reading 1).
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import type { Calls } from './call.ts'
import { contexts } from './contexts.ts'
import { models } from './models.ts'
import { notifications } from './notifications.ts'
import { projects, tabs } from './projects.ts'
import { prompts } from './prompts.ts'
import { providers } from './providers.ts'
import { queries } from './queries.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { apitokens } from './tokens.ts'
import { tools } from './tools.ts'
import { usage } from './usage.ts'
import { users } from './users.ts'

export const contract = {
  auth,
  users,
  usage,
  contexts,
  settings,
  projects,
  tabs,
  queries,
  models,
  providers,
  prompts,
  search,
  notifications,
  apitokens,
  audit,
  tools,
} as const satisfies Record<string, Calls>

export const API_ROOT = '/api/v1'
