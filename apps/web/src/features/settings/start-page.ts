// The page that opens first (shell specification, sections 4 and 5; settings 30 and 32).
import type { SettingName } from '@polylogue/contract'

/** newProject opens one's default project, customUri an address of one's own choice. */
export const START_TYPES = ['newProject', 'dashboard', 'projectsOverview', 'myProfile', 'customUri'] as const
export type StartType = (typeof START_TYPES)[number]

export interface StartPage {
  type: StartType
  /** A path of this product; only customUri has one. */
  uri: string
}

type Stored = Partial<Record<SettingName, string>>

/** What is stored; undefined while nothing is, or what is stored makes no sense. */
export function storedStartPage(settings: Stored): StartPage | undefined {
  const type = START_TYPES.find((known) => known === settings.defaultStartupType)
  if (!type) return undefined
  const uri = settings.defaultStartupUri ?? ''
  if (type === 'customUri') return isLocalPath(uri) ? { type, uri } : undefined
  return { type, uri: '' }
}

/** Only paths of this product start it: nothing that names another host, by whatever spelling. */
export const isLocalPath = (uri: string): boolean =>
  uri.startsWith('/') && !uri.includes(':/') && !uri.startsWith('//') && !uri.includes('\\')

/** What is stored so that the page at `path` opens first. */
export function startPageAt(path: string, defaultProject: string | undefined): StartPage {
  if (path === '/') return { type: 'dashboard', uri: '' }
  if (path === '/projects') return { type: 'projectsOverview', uri: '' }
  if (path === '/users/me') return { type: 'myProfile', uri: '' }
  if (defaultProject && path === `/projects/${defaultProject}`) return { type: 'newProject', uri: '' }
  return { type: 'customUri', uri: path }
}

/** Whether two start pages are the same place. */
export const isSameStart = (one: StartPage, other: StartPage): boolean =>
  one.type === other.type && one.uri === other.uri

/** Where it leads; undefined is one's default project, whose address has to be asked for. */
export function pathOf({ type, uri }: StartPage): string | undefined {
  if (type === 'newProject') return undefined
  const pages = { dashboard: '/', projectsOverview: '/projects', myProfile: '/users/me', customUri: uri }
  return pages[type]
}
