import { Link } from 'react-router'
import { useLicense } from '#features/settings/index.ts'
import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { useToday } from '#lib/days.ts'
import css from './product-line.module.css'

/** Year, name, version and vendor: the footer of pages outside the shell. */
export function ProductLine() {
  return <span>{useProduct()}</span>
}

function useProduct(): string {
  const { appName, vendor, version } = useConfig()
  const year = useToday().getFullYear()
  const { t } = useTranslation('shell')
  return t('product', { year, app: appName, version, vendor: vendor && ` · ${vendor}` })
}

/**
 * Version and licence, linked to their details; red when the licence has expired. `whole`: with name and vendor, as the
 * footer of pages without navigation.
 */
export function LicenseLine({ whole = false }: { whole?: boolean }) {
  const product = useProduct()
  const { t } = useTranslation('shell')
  const { version } = useConfig()
  const { data } = useLicense()
  const year = useToday().getFullYear()
  const expired = data?.expired ?? false
  const kind = data?.licenseType === 'unlimited' ? 'unlimited' : 'trial'
  const license = data && (expired ? t('license.expired') : t(`license.${kind}`))
  const withLicense = (line: string) => [line, license].filter(Boolean).join(' · ')
  // The navigation has the name above and no room for the vendor: the title has both.
  const text = whole ? product : t('legal', { year, version })
  return (
    <Link to="/about" className={css.line} data-expired={expired || undefined} title={withLicense(product)}>
      <span className="cut">{withLicense(text)}</span>
    </Link>
  )
}
