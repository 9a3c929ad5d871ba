/** The plugins of the product: features that each person may hide (PLUGIN-1). The setting `plugin.{id}` says whether one is installed. */
export const PLUGIN_IDS = [
  'prompt-repository',
  'prompt-ideas',
  'prompt-options',
  'translate',
  'replay-chats',
  'chat-history',
  'file-management',
  'copy-response',
  'rate-message',
  'prompt-stats',
  'share',
  'custom-color-scheme',
  'theme-builder',
  'refresh-projects',
  'api',
  'real-time-notifications',
] as const

export type PluginId = (typeof PLUGIN_IDS)[number]

export const PLUGIN_TYPES = ['free', 'custom', 'paid'] as const
