import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { useAdmin } from './resources.ts'

export function useAdminInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const { administers, open } = useAdmin()
  const landing = { name: 'admin', to: '/admin', icon: 'settings' } as const
  return {
    pages: [...(administers ? [landing] : []), ...open].map(({ name, to, icon }) => ({
      id: `page-${name}`,
      icon,
      name: t(`pages.${name}`),
      words: t(`pageWords.${name}`),
      target: { to },
    })),
  }
}
