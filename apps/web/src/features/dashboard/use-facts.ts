// The line below the title of a tile: a current fact, not a description.
import { useConfig } from '#lib/config.ts'
import { useShortcutLabel } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { useIdeaCount } from '#features/ideas/index.ts'
import { useItemCounts, useItemKinds } from '#features/items/index.ts'
import { useModels } from '#features/models/index.ts'
import { useProjects } from '#features/projects/index.ts'
import { useLicense, useLook, useTheme } from '#features/settings/index.ts'
import { useShortcutFile } from '#features/shortcuts/index.ts'
import { useScenario } from '#features/tour/index.ts'
import { useUserCount } from '#features/users/index.ts'

/** Returns the facts by tile; undefined while loading, and for tiles without one. */
export function useFacts(): (tile: string) => string | undefined {
  const { t } = useTranslation('dashboard')
  const { version } = useConfig()
  const keys = useShortcutLabel()
  const facts: Record<string, string | undefined> = {
    ...useModelFacts(),
    ...useItemFacts(),
    projects: useProjectFact(),
    search: keys('KeyK'),
    'look-and-feel': useLookFact(),
    users: usePeopleFact(),
    help: t('facts.help'),
    'keyboard-shortcuts': useShortcutFact(),
    tour: useTourFact(),
    'release-notes': t('facts.version', { version }),
    api: t('facts.api'),
    about: useLicenceFact(),
  }
  return (tile) => facts[tile]
}

function useModelFacts() {
  const { t } = useTranslation('dashboard')
  const { data: models } = useModels()
  if (!models) return {}
  const ready = models.flatMap(({ tags }) => tags.filter(({ deployed }) => deployed)).length
  return {
    'new-project': t('facts.ready', { count: ready }),
    models: t('facts.families', { count: models.length }),
  }
}

function useItemFacts() {
  const { t } = useTranslation('dashboard')
  const inAll = (count: number | undefined) => (count === undefined ? undefined : t('facts.inAll', { count }))
  const kinds = useItemKinds()
  const counts = useItemCounts(kinds)
  return {
    ...Object.fromEntries(kinds.map(({ noun }, index) => [noun, inAll(counts[index])])),
    ideas: inAll(useIdeaCount()),
  }
}

function useProjectFact(): string | undefined {
  const { t } = useTranslation('dashboard')
  const { data, hasNextPage } = useProjects()
  if (!data) return undefined
  if (hasNextPage) return t('facts.moreThan', { count: data.length })
  const shared = data.filter(({ numShares }) => numShares > 0).length
  return shared > 0
    ? t('facts.shared', { count: data.length, shared })
    : t('facts.inAll', { count: data.length })
}

function usePeopleFact(): string | undefined {
  const { t } = useTranslation('dashboard')
  const count = useUserCount()
  return count === undefined ? undefined : t('facts.people', { count })
}

function useLookFact(): string {
  const { t } = useTranslation('dashboard')
  const { theme } = useTheme()
  const { look } = useLook()
  return t(`facts.look.${look}.${theme}`)
}

function useShortcutFact(): string | undefined {
  const { t } = useTranslation('dashboard')
  const { data } = useShortcutFile()
  const count = data?.groups.reduce((sum, { shortcuts }) => sum + shortcuts.length, 0)
  return count === undefined ? undefined : t('facts.shortcuts', { count })
}

function useTourFact(): string | undefined {
  const { t } = useTranslation('dashboard')
  const { data } = useScenario()
  return data && t('facts.steps', { count: data.steps.length })
}

function useLicenceFact(): string | undefined {
  const { t } = useTranslation('dashboard')
  const { data } = useLicense()
  if (!data) return undefined
  if (data.expired) return t('facts.expired')
  return data.licenseType === 'unlimited' ? t('facts.unlimited') : t('facts.trial')
}
