// What a person can allow a plugin of the installation: a few scopes, each a fixed list of calls (PLUGIN-6; decision 162). Nothing
// in a scope changes access, tokens, users, settings, the configuration or credentials.

/** What a call may name besides its own rules. */
export interface ScopedCall {
  /** The fields that the body may have; default none. */
  readonly body?: readonly string[]
  /** The plugin may only name a chat that it began itself: by the project or message in the path, or the tab in the body. */
  readonly within?: 'project' | 'tab' | 'message'
  /** The reply is a chat, or a tab of one, that the plugin begins. */
  readonly begins?: 'project' | 'tab'
  /** Sends text to a model. */
  readonly asks?: true
  /** Its body can say that its text is confidential: what a plugin has read is, where some documents are for local models only. */
  readonly tells?: true
}

const MODEL = ['defaultModelId', 'defaultModelTagId']

export const PLUGIN_SCOPES = {
  'read-chats': {
    'projects.list': {},
    'projects.get': {},
    'tabs.list': {},
    'tabs.get': {},
    'queries.list': {},
  },
  'ask-in-new-chats': {
    'models.list': {},
    'projects.create': { body: ['name', 'type', ...MODEL], begins: 'project' },
    'tabs.create': { body: ['name', ...MODEL], within: 'project', begins: 'tab' },
    'answers.stream': {
      body: ['prompt', 'projectTabId', 'language'],
      within: 'tab',
      asks: true,
      tells: true,
    },
    'answers.resume': { within: 'message' },
    'answers.stop': { within: 'message' },
  },
  'read-prompts': { 'prompts.list': {}, 'prompts.get': {} },
  'read-datasources': {
    'datasources.list': {},
    'datasources.get': {},
    'datasources.search': { body: ['q', 'limit'], tells: true },
  },
} as const satisfies Record<string, Readonly<Record<string, ScopedCall>>>

export type PluginScope = keyof typeof PLUGIN_SCOPES

export const PLUGIN_SCOPE_IDS = Object.keys(PLUGIN_SCOPES) as readonly PluginScope[]

export const isPluginScope = (id: string): id is PluginScope => PLUGIN_SCOPE_IDS.some((scope) => scope === id)

/** Returns what scopes say of a call, such as `tabs.list`; undefined when none of them has it. */
export function scopedCall(scopes: readonly PluginScope[], name: string): ScopedCall | undefined {
  for (const scope of scopes) {
    const calls: Readonly<Record<string, ScopedCall>> = PLUGIN_SCOPES[scope]
    if (Object.hasOwn(calls, name)) return calls[name]
  }
  return undefined
}

/** Names the plugin for which a page of this product makes a call. The server then checks the person's consent. */
export const PLUGIN_HEADER = 'x-polylogue-plugin'

export const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
