import type { DatasourceSite } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'

/** Returns a function that names a site by its kind and address. */
export function useSiteName(): (site: Pick<DatasourceSite, 'kind' | 'url'>) => string {
  const { t } = useTranslation('sites')
  return ({ kind, url }) => t(`named.${kind}`, { address: url.replace(/^https?:\/\//, '') })
}
