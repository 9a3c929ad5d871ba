import type { OptionName } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LoadFailed } from '#ui/states.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { useModels } from '#features/models/index.ts'
import { useOptionKinds } from '#features/prompt-options/index.ts'
import css from './help-models.module.css'

/** Lists every prompt option with its bounds and default; the text of the topic explains them. */
export function OptionsList() {
  const { t } = useTranslation(['help', 'prompt-options'])
  const errorMessage = useErrorMessage()
  const { number } = useFormat()
  const options = useOptionKinds(true)
  const obeyedBy = useObeyedBy()
  if (options.isError)
    return (
      <LoadFailed
        title={t('prompt-options:loadFailed')}
        {...errorMessage(options.error)}
        onRetry={() => void options.refetch()}
      />
    )
  if (!options.data) return null
  const write = (value: number | string | null) =>
    typeof value === 'number' ? number(value, decimalsOf(value)) : (value ?? t('none'))
  return (
    <section aria-labelledby="all-options">
      <h2 id="all-options">{t('allOptions')}</h2>
      <div {...scrollBox(t('allOptions'))} className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('option')}</th>
              <th scope="col" className={css.figure}>
                {t('min')}
              </th>
              <th scope="col" className={css.figure}>
                {t('max')}
              </th>
              <th scope="col" className={css.figure}>
                {t('standard')}
              </th>
              <th scope="col">{t('does')}</th>
              <th scope="col">{t('obeyedBy')}</th>
            </tr>
          </thead>
          <tbody>
            {options.data.map(({ name, min, max, defaultValue }) => (
              <tr key={name}>
                <th scope="row">
                  {t(`prompt-options:names.${name}`)}
                  <span className={css.code}>{name}</span>
                </th>
                <td className={css.figure}>{write(min)}</td>
                <td className={css.figure}>{write(max)}</td>
                <td className={css.figure}>{write(defaultValue)}</td>
                <td>{t(`prompt-options:about.${name}`)}</td>
                <td>{obeyedBy(name).join(', ') || t('nobody')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Returns the providers whose models support an option. */
function useObeyedBy(): (name: OptionName) => string[] {
  const { data: models = [] } = useModels()
  return (name) => {
    const obeying = models.filter(({ tags }) =>
      tags.some(({ supportedOptions }) => supportedOptions.includes(name)),
    )
    return [...new Set(obeying.map(({ provider }) => provider))]
  }
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0
