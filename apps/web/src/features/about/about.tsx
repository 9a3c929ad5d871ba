import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '#lib/config.ts'
import { useErrorMessage } from '#lib/problem.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { useTranslation } from '#lib/texts.ts'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useLicense } from '#features/settings/index.ts'
import css from './about.module.css'
import { ModelList } from './model-list.tsx'

/** The About page: product, manufacturer, licence and the models that it serves. */
function About() {
  const { t } = useTranslation('about')
  const { appName, version, vendor, customerName, contact, termsOfService } = useConfig()
  return (
    <div className={css.about}>
      <Part title={appName}>
        <p className={css.lead}>{t('description', { app: appName })}</p>
        <dl>
          <Fact name={t('version')}>
            <span className="num">{version}</span> · <Link to="/release-notes">{t('releaseNotes')}</Link> ·{' '}
            <Link to="/test-page">{t('testPage')}</Link>
          </Fact>
          {vendor && <Fact name={t('vendor')}>{vendor}</Fact>}
          {customerName && <Fact name={t('customer')}>{customerName}</Fact>}
          {contact.url && (
            <Fact name={t('contact')}>
              <a href={contact.url}>{contact.name}</a>
            </Fact>
          )}
          {termsOfService && (
            <Fact name={t('terms')}>
              <a href={termsOfService}>{termsOfService}</a>
            </Fact>
          )}
          <Fact name={t('source')}>{t('sourceText')}</Fact>
        </dl>
      </Part>
      <Part title={t('licence')}>
        <Licence />
      </Part>
      <Part title={t('models')}>
        <ModelList />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows the licence of this installation: kind, end date and licensee. */
function Licence() {
  const { t, i18n } = useTranslation('about')
  const errorMessage = useErrorMessage()
  const licence = useLicense()
  if (licence.isError)
    return (
      <LoadFailed
        title={t('licenceFailed')}
        {...errorMessage(licence.error)}
        onRetry={() => void licence.refetch()}
      />
    )
  if (!licence.data)
    return (
      <Loading>
        <SkeletonLine width={30} />
      </Loading>
    )
  const { licenseType, licenseEnd, companyName, expired } = licence.data
  const unlimited = licenseType === 'unlimited'
  return (
    <dl>
      <Fact name={t('kind')}>{unlimited ? t('unlimited') : t('trial')}</Fact>
      {companyName && <Fact name={t('company')}>{companyName}</Fact>}
      {licenseEnd && !unlimited && (
        <Fact name={t('end')}>
          <span className={expired ? css.expired : undefined}>
            {dayIn(i18n.language, licenseEnd)}
            {expired && ` · ${t('expired')}`}
          </span>
        </Fact>
      )}
    </dl>
  )
}

/** Formats the last day of the licence independently of the reader's time zone. */
const dayIn = (language: string, day: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))

export const aboutPage: FeatureView = {
  useHeading: () => useTranslation('about').t('title'),
  View: About,
}
