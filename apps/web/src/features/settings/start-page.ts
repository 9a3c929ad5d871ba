// The start page: the first page after signing in (SETTING-2; settings 30 and 32).
import type { SettingName } from '@polylogue/contract'
import { isOwnPath } from '#lib/own-path.ts'

/** newProject opens the user's default project, customUri an address that the user entered. */
export const START_TYPES = ['newProject', 'dashboard', 'projectsOverview', 'myProfile', 'customUri'] as const
export type StartType = (typeof START_TYPES)[number]

export interface StartPage {
  type: StartType
  /** A path of this app; only with customUri. */
  uri: string
}

type Stored = Partial<Record<SettingName, string>>

/** Parses the stored setting; undefined when none is stored or the value is invalid. */
export function storedStartPage(settings: Stored): StartPage | undefined {
  const type = START_TYPES.find((known) => known === settings.defaultStartupType)
  if (!type) return undefined
  const uri = settings.defaultStartupUri ?? ''
  if (type === 'customUri') return isLocalPath(uri) ? { type, uri } : undefined
  return { type, uri: '' }
}

/** Accepts only paths of this app, also none that names another site. */
export const isLocalPath = (uri: string): boolean =>
  isOwnPath(uri) && !uri.includes(':/') && !uri.includes('\\')

/** Returns the setting that makes `path` the start page. */
export function startPageAt(path: string, defaultProject: string | undefined): StartPage {
  if (path === '/') return { type: 'dashboard', uri: '' }
  if (path === '/projects') return { type: 'projectsOverview', uri: '' }
  if (path === '/users/me') return { type: 'myProfile', uri: '' }
  if (defaultProject && path === `/projects/${defaultProject}`) return { type: 'newProject', uri: '' }
  return { type: 'customUri', uri: path }
}

/** Returns whether two start pages are the same. */
export const isSameStart = (one: StartPage, other: StartPage): boolean =>
  one.type === other.type && one.uri === other.uri

/** Returns the path of a start page; undefined for the default project, whose path must be fetched. */
export function pathOf({ type, uri }: StartPage): string | undefined {
  if (type === 'newProject') return undefined
  const pages = { dashboard: '/', projectsOverview: '/projects', myProfile: '/users/me', customUri: uri }
  return pages[type]
}
