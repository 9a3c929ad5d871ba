import { useTranslation } from '#lib/texts.ts'
import { useInstalled } from '#features/plugins/index.ts'
import type { PaletteEntries } from '#features/palette/index.ts'

export function useApiInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  if (!useInstalled('api')) return {}
  return {
    pages: [
      {
        id: 'page-api',
        icon: 'api',
        name: t('pages.api'),
        words: t('pageWords.api'),
        target: { beside: '/api/v1/spec.html' },
      },
    ],
  }
}
