// The sources of the command palette, in the order of its groups; loaded with the palette. Kinds of items declare their
// entries; each other feature adds a line.
import { useAboutInPalette } from '#features/about/palette.ts'
import { useAdminInPalette } from '#features/admin/palette.ts'
import { useApiInPalette } from '#features/api/palette.ts'
import { useBinInPalette } from '#features/bin/palette.ts'
import { useBookmarksInPalette } from '#features/bookmarks/palette.ts'
import { useCompareInPalette } from '#features/compare/palette.ts'
import { useDashboardInPalette } from '#features/dashboard/palette.ts'
import { useHelpInPalette } from '#features/help/palette.ts'
import { useIdeasInPalette } from '#features/ideas/palette.ts'
import type { ItemKind } from '#features/items/index.ts'
import { useItemsInPalette, type PaletteSource } from '#features/palette/index.ts'
import { useNotificationsInPalette } from '#features/notifications/palette.ts'
import { useShownProject } from '#features/projects/index.ts'
import { usePluginsInPalette } from '#features/plugins/palette.ts'
import { useProjectsInPalette, useSharingInPalette } from '#features/projects/palette.ts'
import { usePublicationsInPalette } from '#features/publications/palette.ts'
import { useReleasesInPalette } from '#features/releases/palette.ts'
import { useReplayInPalette } from '#features/replay/palette.ts'
import {
  useAppearanceInPalette,
  useModeInPalette,
  useStartPageInPalette,
} from '#features/settings/palette.ts'
import { useSharesInPalette } from '#features/shares/palette.ts'
import { useShortcutsInPalette } from '#features/shortcuts/palette.ts'
import { useLookInPalette } from '#features/theme/palette.ts'
import { useTestPageInPalette } from '#features/test-page/palette.ts'
import { useTourInPalette } from '#features/tour/palette.ts'
import { useTranslateInPalette } from '#features/translate/palette.ts'
import { useStatsInPalette } from '#features/usage/palette.ts'
import { useProfileInPalette } from '#features/users/palette.ts'
import { ITEM_KINDS } from './item-kinds.ts'
import { useNavigationInPalette, useSignOutInPalette } from './shell/palette-entries.ts'

const ofKind =
  (kind: ItemKind): PaletteSource =>
  () =>
    useItemsInPalette(kind, useShownProject())

export const PALETTE_SOURCES: readonly PaletteSource[] = [
  useDashboardInPalette,
  useProjectsInPalette,
  useBinInPalette,
  useBookmarksInPalette,
  useNotificationsInPalette,
  useCompareInPalette,
  useSharingInPalette,
  useReplayInPalette,
  ...ITEM_KINDS.map(ofKind),
  usePublicationsInPalette,
  useIdeasInPalette,
  useTranslateInPalette,
  useAdminInPalette,
  useProfileInPalette,
  useSharesInPalette,
  useStatsInPalette,
  useStartPageInPalette,
  useAppearanceInPalette,
  useLookInPalette,
  useModeInPalette,
  usePluginsInPalette,
  useHelpInPalette,
  useReleasesInPalette,
  useAboutInPalette,
  useTestPageInPalette,
  useApiInPalette,
  useNavigationInPalette,
  useShortcutsInPalette,
  useTourInPalette,
  useSignOutInPalette,
]
