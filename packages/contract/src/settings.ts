// A user's settings, by id and by name (SETTING-1).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Time, text } from './envelope.ts'
import { routes } from './routes.ts'

/** Every setting: its id, its name and its default value. */
export const SETTINGS = [
  { id: 3, name: 'darkTheme', standard: 'false' },
  { id: 11, name: 'showInitialTour', standard: '' },
  { id: 14, name: 'defaultProject', standard: '' },
  { id: 30, name: 'defaultStartupUri', standard: '' },
  { id: 31, name: 'defaultStartupModelId', standard: '1' },
  { id: 32, name: 'defaultStartupType', standard: 'newProject' },
  { id: 33, name: 'bookmarks', standard: '[]' },
  { id: 34, name: 'whatsNewScreen', standard: '' },
  { id: 35, name: 'customColorScheme', standard: '' },
  { id: 36, name: 'proMode', standard: 'false' },
  { id: 37, name: 'plLookAndFeel', standard: 'classic' },
  { id: 38, name: 'plStats', standard: '' },
  { id: 39, name: 'language', standard: '' },
  { id: 40, name: 'pinnedProjects', standard: '[]' },
  { id: 41, name: 'hiddenTiles', standard: '[]' },
  { id: 46, name: 'firstSteps', standard: '' },
  { id: 47, name: 'favouriteModels', standard: '[]' },
  { id: 52, name: 'translateDefaults', standard: '' },
  { id: 53, name: 'chatTitles', standard: 'true' },
  { id: 54, name: 'libraryFolded', standard: 'false' },
  // The kinds of notifications that are turned off, separated by commas (NOTIFY-3).
  { id: 55, name: 'notificationsOff', standard: '' },
  // Whether unread notifications come by e-mail once a day (MAIL-2).
  { id: 56, name: 'mailDigest', standard: 'false' },
  // Whether a plugin is installed (PLUGIN-1).
  { id: 60, name: 'plugin.prompt-repository', standard: 'true' },
  { id: 61, name: 'plugin.prompt-ideas', standard: 'true' },
  { id: 62, name: 'plugin.prompt-options', standard: 'true' },
  { id: 63, name: 'plugin.translate', standard: 'true' },
  { id: 64, name: 'plugin.replay-chats', standard: 'true' },
  { id: 65, name: 'plugin.chat-history', standard: 'true' },
  { id: 66, name: 'plugin.file-management', standard: 'true' },
  { id: 67, name: 'plugin.copy-response', standard: 'true' },
  { id: 68, name: 'plugin.rate-message', standard: 'true' },
  { id: 69, name: 'plugin.prompt-stats', standard: 'true' },
  { id: 70, name: 'plugin.share', standard: 'true' },
  { id: 71, name: 'plugin.custom-color-scheme', standard: 'true' },
  { id: 72, name: 'plugin.theme-builder', standard: 'true' },
  { id: 73, name: 'plugin.refresh-projects', standard: 'true' },
  { id: 74, name: 'plugin.api', standard: 'true' },
  { id: 75, name: 'plugin.real-time-notifications', standard: 'true' },
] as const

export type SettingName = (typeof SETTINGS)[number]['name']

/** Whether a plugin that the installation ships is installed. */
export type PluginSetting = `plugin.${string}`

export const FOREVER = '9999-12-30T23:59:59.000Z'

export const Setting = z.object({
  settingId: z.number().int(),
  name: z.string(),
  value: z.string(),
  validUntil: Time,
  modified: Time,
})
export type Setting = z.infer<typeof Setting>

const SettingKind = z.object({ id: z.number().int(), name: z.string(), defaultValue: z.string() })
const ById = z.object({ id: Id })
const Value = text(100_000)

export const settings = {
  kinds: call(routes.settings.kinds, {
    summary: 'All settings there are, with their ids, names and defaults',
    data: z.object({ Settings: z.array(SettingKind) }),
  }),
  list: call(routes.settings.list, {
    summary: 'One’s own stored settings, optionally only the one of a name',
    large: 'page',
    params: ById,
    query: z.object({ name: z.string().max(100).optional() }),
    data: z.object({ Settings: z.array(Setting) }),
    problems: ['NOT_FOUND'],
  }),
  setById: call(routes.settings.setById, {
    summary: 'Store one of one’s own settings by its id',
    params: ById,
    bodySchema: z.object({ settingId: z.number().int().positive(), settingValue: Value }),
    data: z.object({ setting: Setting }),
    problems: ['NOT_FOUND'],
  }),
  setByName: call(routes.settings.setByName, {
    summary: 'Store one of one’s own settings by its name, valid until a time',
    params: ById,
    bodySchema: z.object({
      settingName: z.string().min(1).max(100),
      settingValue: Value,
      settingValidUntil: z.union([Time, z.iso.date()]).optional(),
    }),
    data: z.object({ setting: Setting }),
    problems: ['NOT_FOUND'],
  }),
} as const
