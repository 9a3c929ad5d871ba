// The addresses of the pages of the features, in addition to those that the app composes of several features.
import type { FeaturePage } from '#lib/feature-page.ts'

const datasources = () => import('#features/datasources/views.ts')
const goldenSets = () => import('#features/goldensets/views.ts')
const chatbots = async () => (await import('#features/chatbots/later.ts')).loadViews()

export const FEATURE_PAGES: readonly FeaturePage[] = [
  {
    path: 'projects',
    load: async () => (await import('#features/projects/overview/project-overview.tsx')).overviewPage,
  },
  { path: 'about', load: async () => (await import('#features/about/about.tsx')).aboutPage },
  { path: 'bin', load: async () => (await import('#features/bin/page.tsx')).binPage },
  {
    path: 'users/me/bookmarks',
    load: async () => {
      const { bookmarksPageWith } = await import('#features/bookmarks/page/page.tsx')
      return bookmarksPageWith((await import('./bookmarked-pages.ts')).BOOKMARKED_PAGES)
    },
  },
  {
    path: 'notifications',
    load: async () => (await import('#features/notifications/page/page.tsx')).notificationsPage,
  },
  { path: 'plugins', load: async () => (await import('#features/plugins/page.tsx')).pluginsPage },
  {
    path: 'users/me/shares',
    load: async () => (await import('#features/shares/manage/own-shares-page.tsx')).ownSharesPage,
  },
  { path: 'stats', load: async () => (await import('#features/usage/stats/page.tsx')).statsPage },
  // Search results lead to a prompt and to a custom instruction.
  { path: 'prompts/:id?', load: async () => (await import('#features/prompts/page.tsx')).promptPage },
  { path: 'datasources', load: async () => (await datasources()).datasourcesPage },
  { path: 'datasources/:id', load: async () => (await datasources()).datasourcePage },
  { path: 'datasources/:id/media/:mediaId', load: async () => (await datasources()).readerPage },
  { path: 'custinsts/:id?', load: async () => (await import('#features/custinsts/page.tsx')).custInstPage },
  { path: 'goldensets', load: async () => (await goldenSets()).goldenSetsPage },
  { path: 'goldensets/:id', load: async () => (await goldenSets()).goldenSetPage },
  { path: 'goldensets/:id/runs/:runId', load: async () => (await goldenSets()).goldenRunPage },
  { path: 'users/me/chatbots', load: async () => (await chatbots()).chatbotsPage },
  { path: 'chatbots/:id?', load: async () => (await chatbots()).openChatbotPage },
  { path: 'chatbots/:id/inbox', load: async () => (await chatbots()).inboxPage },
]
