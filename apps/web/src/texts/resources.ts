// The nouns that have texts, and the keys of each: English is the reference that the other languages are checked against.
import type conversation from './en/conversation.json'
import type help from './en/help.json'
import type markdown from './en/markdown.json'
import type models from './en/models.json'
import type problems from './en/problems.json'
import type projects from './en/projects.json'
import type session from './en/session.json'
import type settings from './en/settings.json'
import type setup from './en/setup.json'
import type shell from './en/shell.json'
import type tabs from './en/tabs.json'
import type ui from './en/ui.json'

export interface Resources {
  conversation: typeof conversation
  help: typeof help
  markdown: typeof markdown
  models: typeof models
  problems: typeof problems
  projects: typeof projects
  session: typeof session
  settings: typeof settings
  setup: typeof setup
  shell: typeof shell
  tabs: typeof tabs
  ui: typeof ui
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Resources
  }
}
