import type { DatasourceSite } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'

/** Returns a function that names a site by its kind and address. */
export function useSiteName(): (site: Pick<DatasourceSite, 'kind' | 'url'>) => string {
  const { t } = useTranslation('datasources')
  return ({ kind, url }) => t(`addresses.named.${kind}`, { address: url.replace(/^https?:\/\//, '') })
}
