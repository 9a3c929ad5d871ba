// The sources of the command palette, in the order of its groups; loaded with the palette. Each feature adds a line.
import { useAboutInPalette } from '../features/about/palette.ts'
import { useAdminInPalette } from '../features/admin/palette.ts'
import { useApiInPalette } from '../features/api/palette.ts'
import { useCompareInPalette } from '../features/compare/palette.ts'
import { useCustInstsInPalette } from '../features/custinsts/palette.ts'
import { useDatasourcesInPalette } from '../features/datasources/palette.ts'
import { useDashboardInPalette } from '../features/dashboard/palette.ts'
import { useGoldenSetsInPalette } from '../features/goldensets/palette.ts'
import { useHelpInPalette } from '../features/help/palette.ts'
import { useIdeasInPalette } from '../features/ideas/palette.ts'
import type { PaletteSource } from '../features/palette/index.ts'
import { useProjectsInPalette, useSharingInPalette } from '../features/projects/palette.ts'
import { usePromptsInPalette } from '../features/prompts/palette.ts'
import { usePublicationsInPalette } from '../features/publications/palette.ts'
import { useReleasesInPalette } from '../features/releases/palette.ts'
import { useReplayInPalette } from '../features/replay/palette.ts'
import {
  useAppearanceInPalette,
  useModeInPalette,
  useStartPageInPalette,
} from '../features/settings/palette.ts'
import { useShortcutsInPalette } from '../features/shortcuts/palette.ts'
import { useLookInPalette } from '../features/theme/palette.ts'
import { useTourInPalette } from '../features/tour/palette.ts'
import { useTranslateInPalette } from '../features/translate/palette.ts'
import { useProfileInPalette } from '../features/users/palette.ts'
import { useNavigationInPalette, useSignOutInPalette } from './shell/palette-entries.ts'

export const PALETTE_SOURCES: readonly PaletteSource[] = [
  useDashboardInPalette,
  useProjectsInPalette,
  useCompareInPalette,
  useSharingInPalette,
  useReplayInPalette,
  usePromptsInPalette,
  usePublicationsInPalette,
  useGoldenSetsInPalette,
  useIdeasInPalette,
  useDatasourcesInPalette,
  useCustInstsInPalette,
  useTranslateInPalette,
  useAdminInPalette,
  useProfileInPalette,
  useStartPageInPalette,
  useAppearanceInPalette,
  useLookInPalette,
  useModeInPalette,
  useHelpInPalette,
  useReleasesInPalette,
  useAboutInPalette,
  useApiInPalette,
  useNavigationInPalette,
  useShortcutsInPalette,
  useTourInPalette,
  useSignOutInPalette,
]
