// The nouns that have texts, and the keys of each. English is the reference for checking the other languages.
import type about from './en/about.json'
import type api from './en/api.json'
import type bin from './en/bin.json'
import type bookmarks from './en/bookmarks.json'
import type announcements from './en/announcements.json'
import type branding from './en/branding.json'
import type firstSteps from './en/first-steps.json'
import type chatbots from './en/chatbots.json'
import type custinsts from './en/custinsts.json'
import type datasources from './en/datasources.json'
import type testQuestions from './en/test-questions.json'
import type media from './en/media.json'
import type sites from './en/sites.json'
import type unanswered from './en/unanswered.json'
import type labels from './en/labels.json'
import type goldensets from './en/goldensets.json'
import type ideas from './en/ideas.json'
import type publications from './en/publications.json'
import type prompts from './en/prompts.json'
import type dashboard from './en/dashboard.json'
import type palette from './en/palette.json'
import type releases from './en/releases.json'
import type shortcuts from './en/shortcuts.json'
import type tour from './en/tour.json'
import type compare from './en/compare.json'
import type conversation from './en/conversation.json'
import type errors from './en/errors.json'
import type help from './en/help.json'
import type license from './en/license.json'
import type mail from './en/mail.json'
import type markdown from './en/markdown.json'
import type models from './en/models.json'
import type notifications from './en/notifications.json'
import type plugins from './en/plugins.json'
import type problems from './en/problems.json'
import type refusals from './en/refusals.json'
import type projects from './en/projects.json'
import type projectPage from './en/project-page.json'
import type replay from './en/replay.json'
import type session from './en/session.json'
import type settings from './en/settings.json'
import type setup from './en/setup.json'
import type shell from './en/shell.json'
import type tabs from './en/tabs.json'
import type theme from './en/theme.json'
import type ui from './en/ui.json'
import type promptOptions from './en/prompt-options.json'
import type mediaViewer from './en/media-viewer.json'
import type history from './en/history.json'
import type attachments from './en/attachments.json'
import type exports from './en/export.json'
import type find from './en/find.json'
import type imports from './en/import.json'
import type message from './en/message.json'
import type usage from './en/usage.json'
import type users from './en/users.json'
import type startup from './en/startup.json'
import type contexts from './en/contexts.json'
import type audit from './en/audit.json'
import type configuration from './en/configuration.json'
import type system from './en/system.json'
import type admin from './en/admin.json'
import type userBulk from './en/user-bulk.json'
import type userCsv from './en/user-csv.json'
import type userList from './en/user-list.json'
import type sharedPage from './en/shared-page.json'
import type shares from './en/shares.json'
import type sharing from './en/sharing.json'
import type tokens from './en/tokens.json'
import type modelManagement from './en/model-management.json'
import type providers from './en/providers.json'
import type translate from './en/translate.json'
import type workbench from './en/workbench.json'
import type vectors from './en/vectors.json'

/** The texts of a kind of item that are known from the start: `{noun}.kind.json`. */
interface KindTexts {
  /** In the navigation. */
  library: string
  title: string
  /** One item, by itself and in a sentence. */
  item: string
  anItem: string
  /** Further search words of the list in the palette. */
  words: string
  /** The action that creates an item. */
  add: string
  addWords: string
}

export interface Resources {
  /** By noun. */
  kinds: Readonly<Record<string, KindTexts>>
  'first-steps': typeof firstSteps
  'model-management': typeof modelManagement
  'project-page': typeof projectPage
  providers: typeof providers
  translate: typeof translate
  workbench: typeof workbench
  vectors: typeof vectors
  api: typeof api
  bin: typeof bin
  bookmarks: typeof bookmarks
  notifications: typeof notifications
  plugins: typeof plugins
  tokens: typeof tokens
  'shared-page': typeof sharedPage
  shares: typeof shares
  sharing: typeof sharing
  'user-bulk': typeof userBulk
  'user-csv': typeof userCsv
  'user-list': typeof userList
  admin: typeof admin
  audit: typeof audit
  configuration: typeof configuration
  system: typeof system
  announcements: typeof announcements
  branding: typeof branding
  contexts: typeof contexts
  usage: typeof usage
  users: typeof users
  startup: typeof startup
  message: typeof message
  import: typeof imports
  find: typeof find
  export: typeof exports
  about: typeof about
  chatbots: typeof chatbots
  custinsts: typeof custinsts
  datasources: typeof datasources
  'test-questions': typeof testQuestions
  media: typeof media
  sites: typeof sites
  unanswered: typeof unanswered
  labels: typeof labels
  goldensets: typeof goldensets
  ideas: typeof ideas
  mail: typeof mail
  prompts: typeof prompts
  publications: typeof publications
  dashboard: typeof dashboard
  palette: typeof palette
  releases: typeof releases
  shortcuts: typeof shortcuts
  tour: typeof tour
  compare: typeof compare
  conversation: typeof conversation
  errors: typeof errors
  help: typeof help
  license: typeof license
  markdown: typeof markdown
  models: typeof models
  problems: typeof problems
  refusals: typeof refusals
  projects: typeof projects
  replay: typeof replay
  session: typeof session
  settings: typeof settings
  setup: typeof setup
  shell: typeof shell
  tabs: typeof tabs
  theme: typeof theme
  ui: typeof ui
  'prompt-options': typeof promptOptions
  'media-viewer': typeof mediaViewer
  history: typeof history
  attachments: typeof attachments
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Resources
  }
}
