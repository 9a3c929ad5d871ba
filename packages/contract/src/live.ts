// Types of live messages (LIVE-1).

/**
 * The subject of a live message. 2 sharing or leaving a project · 3 a data source's state · 4 a media item · 5 a project's
 * content · 7 and 9 prompts · 8 the project list · 10 an instruction · 11 a golden set · 12 a request to
 * publish an item · 13 the prompt ideas · 14 one’s own stored notifications · 15 one’s own share links ·
 * 16 announcements · 17 a chatbot · 18 one’s own settings · 1 a model's deployment.
 */
export const LIVE = {
  models: 1,
  shares: 2,
  datasources: 3,
  media: 4,
  project: 5,
  prompts: 7,
  promptShares: 9,
  projects: 8,
  instructions: 10,
  goldenSets: 11,
  publications: 12,
  ideas: 13,
  notifications: 14,
  shareLinks: 15,
  announcements: 16,
  chatbots: 17,
  settings: 18,
} as const
