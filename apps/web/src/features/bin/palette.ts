import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'

export function useBinInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const words = t('pageWords.bin')
  return { pages: [{ id: 'page-bin', icon: 'trash', name: t('pages.bin'), words, target: { to: '/bin' } }] }
}
