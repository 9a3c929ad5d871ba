import { useTranslation } from '#lib/texts.ts'
import { useModels } from '#features/models/index.ts'

interface ScanModel {
  readonly id: number
  readonly name: string
  readonly isLocal: boolean
}

/** The deployed tags that see pictures, and the name of one of them. */
export function useScanModels() {
  const { t } = useTranslation('datasources')
  const { data: models = [] } = useModels()
  const tags: ScanModel[] = models.flatMap(({ tags: all, isLocal }) =>
    all
      .filter(({ deployed, capabilities }) => deployed && capabilities.includes('images'))
      .map(({ id, fullName }) => ({ id, name: fullName, isLocal })),
  )
  const nameOf = (id: number): string =>
    id === 0 ? t('scans.noModel') : (tags.find((tag) => tag.id === id)?.name ?? t('scans.goneModel'))
  return { tags, nameOf }
}
