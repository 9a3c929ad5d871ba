// The calls of the other nouns, for browsers; `contract-later` of vite.config.ts keeps them out of the first files.
import type { Calls } from './browser-types.ts'
import * as routes from './routes-later.ts'

export const usage: Calls<'usage'> = routes.usage
export const contexts: Calls<'contexts'> = routes.contexts
export const publications: Calls<'publications'> = routes.publications
export const plugins: Calls<'plugins'> = routes.plugins
export const presence: Calls<'presence'> = routes.presence
export const prompts: Calls<'prompts'> = routes.prompts
export const goldensets: Calls<'goldensets'> = routes.goldensets
export const datasources: Calls<'datasources'> = routes.datasources
export const vectors: Calls<'vectors'> = routes.vectors
export const media: Calls<'media'> = routes.media
export const testQuestions: Calls<'testQuestions'> = routes.testQuestions
export const unanswered: Calls<'unanswered'> = routes.unanswered
export const bin: Calls<'bin'> = routes.bin
export const sites: Calls<'sites'> = routes.sites
export const labels: Calls<'labels'> = routes.labels
export const providers: Calls<'providers'> = routes.providers
export const replays: Calls<'replays'> = routes.replays
export const translate: Calls<'translate'> = routes.translate
export const search: Calls<'search'> = routes.search
export const announcements: Calls<'announcements'> = routes.announcements
export const apitokens: Calls<'apitokens'> = routes.apitokens
export const shares: Calls<'shares'> = routes.shares
export const audit: Calls<'audit'> = routes.audit
export const system: Calls<'system'> = routes.system
export const configuration: Calls<'configuration'> = routes.configuration
export const digest: Calls<'digest'> = routes.digest
export const branding: Calls<'branding'> = routes.branding
