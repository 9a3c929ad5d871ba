// Palette entries: cached chats, their page, and creating one of each kind.
import { NEW_CHAT } from '#lib/new-chat.ts'
import { useShortcutLabel } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { findModel, useModels } from '#features/models/index.ts'
import type { Entry, PaletteEntries } from '#features/palette/index.ts'
import { SHARING } from '#features/sharing/index.ts'
import { useProjects, useShownProject } from './api.ts'
import { useArchived } from './archive/use-archive.ts'
import { NEW_PROJECT } from './dialogs/index.ts'
import { useSharingWord } from './use-sharing-word.ts'

export function useProjectsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const keysOf = useShortcutLabel()
  return {
    projects: useProjectEntries(),
    archived: useArchived(),
    pages: [
      {
        id: 'page-projects',
        icon: 'folders',
        name: t('pages.projects'),
        words: t('pageWords.projects'),
        target: { to: '/projects' },
      },
    ],
    actions: [
      {
        id: 'action-new-chat',
        icon: 'edit',
        name: t('actions.newChat'),
        words: t('actionWords.newChat'),
        keys: keysOf('KeyO'),
        target: { to: NEW_CHAT },
      },
      {
        id: 'action-new',
        icon: 'plus',
        name: t('actions.newProject'),
        words: t('actionWords.newProject'),
        keys: keysOf('KeyP'),
        target: { dialog: NEW_PROJECT },
      },
    ],
  }
}

function useProjectEntries(): Entry[] {
  const { data: projects = [] } = useProjects()
  const { data: models } = useModels()
  return projects.map((project) => ({
    id: `project-${project.id}`,
    icon: 'folders',
    name: project.name,
    // Skips the last question if the chat is named after it.
    detail:
      project.lastQuery && project.lastQuery !== project.name
        ? project.lastQuery
        : findModel(models, project.defaultModelId)?.name,
    words: project.description,
    target: { to: `/projects/${project.id}` },
  }))
}

export function useSharingInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const project = useShownProject()
  const sharing = useSharingWord()
  if (!project || !sharing(project)) return {}
  return {
    actions: [
      {
        id: 'action-share',
        icon: 'users',
        name: t('actions.share'),
        detail: project.name,
        words: t('actionWords.share'),
        target: { dialog: SHARING },
      },
    ],
  }
}
