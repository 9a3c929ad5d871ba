import type { CSSProperties } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { contrast, lowestContrast } from '#lib/colours/colour.ts'
import type { CustomTheme } from './custom-theme.ts'
import { derive } from '#lib/colours/derive.ts'
import { NEUTRAL, surfacesOf, type Accents, type Scheme } from '#lib/colours/base-colours.ts'
import css from './preview.module.css'

/** Preview of a theme in light or dark, with its contrast values. */
export function Preview({ theme, scheme }: { theme: CustomTheme; scheme: Scheme }) {
  const { t } = useTranslation(['theme', 'settings'])
  const { accents, change } = derive(theme.pick, scheme, theme.fix)
  return (
    <figure className={css.preview}>
      <figcaption>{t(`settings:${scheme}`)}</figcaption>
      <div className={css.page} style={tokensOf(accents, scheme)} aria-hidden="true">
        <span className={css.tab}>{t('sampleTab')}</span>
        <p className={css.own}>{t('sampleQuestion')}</p>
        <p>
          {t('sampleAnswer')} <span className={css.link}>{t('sampleLink')}</span>
        </p>
        <span className={css.option}>{t('sampleOption')}</span>
        <span className={css.row}>
          <span className={css.field}>{t('sampleField')}</span>
          <span className={css.button}>{t('sampleButton')}</span>
        </span>
      </div>
      <Ratios accents={accents} scheme={scheme} />
      {change !== 'none' && <p className={css.change}>{t(`changed.${change}`)}</p>}
      {change !== 'none' && !theme.fix && <p className={css.change}>{t('fixNeeded')}</p>}
    </figure>
  )
}

function Ratios({ accents, scheme }: { accents: Accents; scheme: Scheme }) {
  const { t, i18n } = useTranslation('theme')
  const surfaces = surfacesOf(scheme)
  const number = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  // Truncates instead of rounding: 4.46 must not be shown as 4.5.
  const ratio = (value: number) => t('ratio', { value: number.format(Math.floor(value * 10) / 10) })
  return (
    <dl className={css.ratios}>
      <dt>{t('ratioFill')}</dt>
      <dd className="num">{ratio(contrast(accents['on-fill'], accents.fill))}</dd>
      <dt>{t('ratioText')}</dt>
      <dd className="num">{ratio(lowestContrast(accents['accent-text'], surfaces))}</dd>
      <dt>{t('ratioRing')}</dt>
      <dd className="num">{ratio(lowestContrast(accents.accent, surfaces))}</dd>
    </dl>
  )
}

/** The tokens of a theme for this preview only, independent of the page's theme. */
const tokensOf = (accents: Accents, scheme: Scheme): CSSProperties =>
  Object.fromEntries(
    Object.entries({ ...NEUTRAL[scheme], ...accents }).map(([name, value]) => [`--pl-${name}`, value]),
  )
