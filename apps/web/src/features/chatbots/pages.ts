import type { FeaturePage } from '#lib/feature-page.ts'

const views = async () => (await import('./later.ts')).loadViews()

/** Pages of this feature: the list, a chatbot by its address, and what its visitors asked. */
export const chatbotPages: readonly FeaturePage[] = [
  { path: 'users/me/chatbots', load: async () => (await views()).chatbotsPage },
  { path: 'chatbots/:id?', load: async () => (await views()).openChatbotPage },
  { path: 'chatbots/:id/inbox', load: async () => (await views()).inboxPage },
]
