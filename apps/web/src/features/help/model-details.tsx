import type { Model, ModelTag } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Markdown } from '#ui/markdown/index.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { useCapabilityWords, useModelWords } from '#features/models/index.ts'
import css from './help-models.module.css'
import { Place } from './models-list.tsx'

/** Describes a model family to users: no ids, no timestamps, nothing internal (MODEL-9). */
export function ModelDetails({ model }: { model: Model }) {
  const { t } = useTranslation(['help', 'models'])
  const words = useModelWords()(model)
  const facts: [string, string][] = [
    [t('fullName'), model.fullName],
    [t('provider'), model.provider],
    [t('pictures'), model.type === 1 ? t('yes') : t('no')],
    [t('streams'), model.streams ? t('yes') : t('no')],
    [t('ready'), model.modelTagDeployed ? t('yes') : t('no')],
  ]
  return (
    <div className={css.details}>
      <p>
        <Place model={model} />
      </p>
      {!model.isLocal && <p>{t('models:externalNote', { provider: model.provider })}</p>}
      {words.short && <p>{words.short}</p>}
      {words.long && <Markdown text={words.long} />}
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="tags">
        <h2 id="tags">{t('tags')}</h2>
        <Tags tags={model.tags} />
      </section>
    </div>
  )
}

function Tags({ tags }: { tags: readonly ModelTag[] }) {
  const { t } = useTranslation('help')
  const { size, number } = useFormat()
  const wordsOf = useCapabilityWords()
  return (
    <div {...scrollBox(t('tags'))} className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('tag')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col" className={css.figure}>
              {t('size')}
            </th>
            <th scope="col" className={css.figure}>
              {t('context')}
            </th>
            <th scope="col">{t('can')}</th>
            <th scope="col">{t('supported')}</th>
          </tr>
        </thead>
        <tbody>
          {tags.map((tag) => (
            <tr key={tag.id}>
              <th scope="row">
                <span className="mono">{tag.fullName}</span>
                {tag.defaultTag && ` · ${t('defaultTag')}`}
              </th>
              <td>{tag.deployed ? t('deployed') : t('notDeployed')}</td>
              <td className={css.figure}>{tag.size === null ? t('unknown') : size(tag.size)}</td>
              <td className={css.figure}>
                {tag.contextLength === null
                  ? t('unknown')
                  : t('tokens', { count: number(tag.contextLength) })}
              </td>
              <td>{wordsOf(tag.capabilities).join(', ') || t('none')}</td>
              <td>{tag.supportedOptions.length > 0 ? tag.supportedOptions.join(', ') : t('none')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
