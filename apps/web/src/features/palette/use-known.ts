// What the palette knows without asking: the projects that the page has read, every page, and what can be done anywhere.
import type { Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import { canWrite } from '../../lib/can.ts'
import { NEW_CHAT } from '../../lib/new-chat.ts'
import { projectKeys } from '../projects/keys.ts'
import { useShortcutLabel } from '../../lib/shortcuts.ts'
import { useTranslation } from '../../lib/texts.ts'
import type { IconName } from '../../ui/icon.tsx'
import { useAdmin } from '../admin/index.ts'
import { COMPARE } from '../compare/index.ts'
import { findModel, useModels } from '../models/index.ts'
import { NEW_PROJECT, useProjects, useSharingWord } from '../projects/index.ts'
import { REPLAY } from '../replay/index.ts'
import {
  STARTUP_OPTIONS,
  useLanguage,
  useLanguages,
  useLook,
  useProMode,
  useSwitchToPro,
  useTheme,
} from '../settings/index.ts'
import { SHARING } from '../sharing/index.ts'
import { SHORTCUTS_DIALOG } from '../shortcuts/index.ts'
import { LOOK_AND_FEEL } from '../theme/index.ts'
import { TOUR } from '../tour/index.ts'
import type { Entry } from './entries.ts'

export interface KnownGiven {
  /** Shows the navigation or hides it. */
  onToggleNavigation: () => void
  /** Signs this browser out, as the user menu does. */
  onSignOut: () => void
}

/** Everything that is known here, by group. */
export function useKnown(given: KnownGiven) {
  return { projects: useProjectEntries(), pages: usePages(), actions: useActions(given) }
}

function useProjectEntries(): Entry[] {
  const { data: projects = [] } = useProjects()
  const { data: models } = useModels()
  return projects.map((project) => ({
    id: `project-${project.id}`,
    icon: 'folders',
    name: project.name,
    // A chat may be called by its only question.
    detail:
      project.lastQuery && project.lastQuery !== project.name
        ? project.lastQuery
        : findModel(models, project.defaultModelId)?.name,
    words: project.description,
    way: { to: `/projects/${project.id}` },
  }))
}

function usePages(): Entry[] {
  const { t } = useTranslation('palette')
  const { administers, open } = useAdmin()
  const page = (id: keyof typeof icons, to: string): Entry => ({
    id: `page-${id}`,
    icon: icons[id],
    name: t(`pages.${id}`),
    words: t(`pageWords.${id}`),
    way: to.startsWith('/api/') ? { beside: to } : { to },
  })
  return [
    page('dashboard', '/'),
    page('projects', '/projects'),
    ...(administers ? [page('admin', '/admin')] : []),
    ...open.map(({ name, to }) => page(name, to)),
    page('profile', '/users/me'),
    { ...page('startup', '/'), way: { dialog: STARTUP_OPTIONS } },
    page('help', '/help'),
    page('models', '/help/models'),
    page('releaseNotes', '/release-notes'),
    page('about', '/about'),
    page('api', '/api/v1/spec.html'),
  ]
}

const icons = {
  dashboard: 'layout-dashboard',
  projects: 'folders',
  admin: 'settings',
  users: 'users',
  'context-management': 'sitemap',
  'models-crud': 'cpu',
  providers: 'server',
  'token-management': 'key',
  audit: 'shield-check',
  profile: 'user',
  startup: 'home',
  help: 'help-circle',
  models: 'cpu',
  releaseNotes: 'news',
  about: 'info-circle',
  api: 'api',
} as const

function useActions({ onToggleNavigation, onSignOut }: KnownGiven): Entry[] {
  const { t } = useTranslation('palette')
  const keysOf = useShortcutLabel()
  return [
    {
      id: 'action-new-chat',
      icon: 'edit',
      name: t('actions.newChat'),
      words: t('actionWords.newChat'),
      keys: keysOf('KeyO'),
      way: { to: NEW_CHAT },
    },
    {
      id: 'action-new',
      icon: 'plus',
      name: t('actions.newProject'),
      words: t('actionWords.newProject'),
      keys: keysOf('KeyP'),
      way: { dialog: NEW_PROJECT },
    },
    ...useProjectActions(),
    ...useAppearance(),
    ...useHidden(),
    {
      id: 'action-navigation',
      icon: 'layout-sidebar',
      name: t('actions.navigation'),
      keys: keysOf('KeyS'),
      way: { act: onToggleNavigation },
    },
    {
      id: 'action-shortcuts',
      icon: 'keyboard',
      name: t('actions.shortcuts'),
      keys: keysOf('Slash'),
      way: { dialog: SHORTCUTS_DIALOG },
    },
    { id: 'action-tour', icon: 'route', name: t('actions.tour'), way: { dialog: TOUR } },
    { id: 'action-sign-out', icon: 'logout', name: t('actions.signOut'), way: { act: onSignOut } },
  ]
}

/** What can be done with the project that is shown. */
function useProjectActions(): Entry[] {
  const { t } = useTranslation('palette')
  const id = Number(useMatch('/projects/:id')?.params.id ?? 0)
  const project = useQueryClient().getQueryData<Project>(projectKeys.one(id))
  const sharing = useSharingWord()
  if (!project) return []
  const action = (name: 'compare' | 'share' | 'replay', icon: IconName, dialog: string): Entry => ({
    id: `action-${name}`,
    icon,
    name: t(`actions.${name}`),
    detail: project.name,
    words: t(`actionWords.${name}`),
    way: { dialog },
  })
  return [
    ...(canWrite(project) ? [action('compare', 'columns-3', COMPARE)] : []),
    ...(sharing(project) ? [action('share', 'users', SHARING)] : []),
    ...(canWrite(project) ? [action('replay', 'player-track-next', REPLAY)] : []),
  ]
}

/** What simple mode hides, by its name: choosing it switches to pro mode. */
function useHidden(): Entry[] {
  const { t } = useTranslation('palette')
  const switchToPro = useSwitchToPro()
  if (!switchToPro) return []
  return (['options', 'figures'] as const).map((id) => ({
    id: `action-hidden-${id}`,
    icon: 'adjustments-horizontal',
    name: t(`hidden.${id}`),
    words: t(`hiddenWords.${id}`),
    way: { act: switchToPro },
  }))
}

function useAppearance(): Entry[] {
  const { t } = useTranslation('palette')
  const { theme, choose: chooseTheme } = useTheme()
  const { look, choose: chooseLook } = useLook()
  const { pro, choose: choosePro } = useProMode()
  const { language, choose: chooseLanguage } = useLanguage()
  const words = t('actionWords.appearance')
  const dark = theme === 'dark'
  const modern = look === 'modern'
  return [
    {
      id: 'action-theme',
      icon: dark ? 'sun' : 'moon',
      name: t(dark ? 'actions.toLight' : 'actions.toDark'),
      words,
      way: { act: () => chooseTheme(dark ? 'light' : 'dark') },
    },
    {
      id: 'action-style',
      icon: 'palette',
      name: t(modern ? 'actions.toClassic' : 'actions.toModern'),
      words,
      way: { act: () => chooseLook(modern ? 'classic' : 'modern') },
    },
    {
      id: 'action-look',
      icon: 'palette',
      name: t('actions.lookAndFeel'),
      words,
      way: { dialog: LOOK_AND_FEEL },
    },
    {
      id: 'action-mode',
      icon: 'adjustments-horizontal',
      name: t(pro ? 'actions.toSimple' : 'actions.toPro'),
      way: { act: () => choosePro(!pro) },
    },
    ...useLanguages()
      .filter(({ code }) => code !== language)
      .map(({ code, name }): Entry => ({
        id: `action-language-${code}`,
        icon: 'world',
        name: t('actions.language', { name }),
        words: t('actionWords.language'),
        way: { act: () => chooseLanguage(code) },
      })),
  ]
}
