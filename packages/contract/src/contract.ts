// The whole API: the calls of every noun, one per route (API-1).
import { announcements } from './announcements.ts'
import { answers } from './answers.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { branding } from './branding.ts'
import type { Call } from './call.ts'
import { configuration } from './configuration.ts'
import { contexts } from './contexts.ts'
import { custinsts } from './custinsts.ts'
import { testQuestions } from './test-questions.ts'
import { unanswered } from './unanswered.ts'
import { bin } from './bin.ts'
import { datasources } from './datasources.ts'
import { digest } from './digest.ts'
import { firstSteps } from './first-steps.ts'
import { goldensets } from './goldensets.ts'
import { ideas } from './ideas.ts'
import { labels } from './labels.ts'
import { media } from './media.ts'
import { models } from './models.ts'
import { notifications } from './notifications.ts'
import { plugins } from './shipped-plugins.ts'
import { presence } from './presence.ts'
import { projects, tabs } from './projects.ts'
import { prompts } from './prompts.ts'
import { proposals } from './proposals.ts'
import { providers } from './providers.ts'
import { publications } from './publications.ts'
import { queries } from './queries.ts'
import { replays } from './replays.ts'
import type { routes } from './routes.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { sites } from './sites.ts'
import { system } from './system.ts'
import { chatbots } from './chatbots.ts'
import { shares } from './shares.ts'
import { apitokens } from './tokens.ts'
import { tools } from './tools.ts'
import { translate } from './translate.ts'
import { usage } from './usage.ts'
import { users } from './users.ts'
import { vectors } from './vectors.ts'

export const contract = {
  auth,
  users,
  usage,
  configuration,
  contexts,
  publications,
  settings,
  plugins,
  projects,
  presence,
  tabs,
  custinsts,
  prompts,
  goldensets,
  datasources,
  vectors,
  media,
  testQuestions,
  unanswered,
  bin,
  sites,
  labels,
  ideas,
  queries,
  models,
  providers,
  firstSteps,
  answers,
  replays,
  proposals,
  translate,
  search,
  notifications,
  digest,
  announcements,
  apitokens,
  chatbots,
  shares,
  audit,
  system,
  branding,
  tools,
} as const satisfies { [Noun in keyof typeof routes]: Record<keyof (typeof routes)[Noun], Call> }
