import { Combobox } from '@mantine/core'
import type { Model, ModelTag } from '@polylogue/contract'
import { Link } from 'react-router'
import { useAppName } from '#lib/config.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePermission } from '#features/session/index.ts'
import { GUIDE, type ModelChoice } from '../choice.ts'
import { groupsOf, type Deployed } from './groups.ts'
import css from './model-picker.module.css'
import { useCapabilityWords } from '../use-words.ts'

interface ModelOptionsProps {
  models: readonly Model[]
  value: ModelChoice
  /** Tag ids in the order of the favourites. */
  favourites: readonly number[]
  typed: string
}

/** The options of a model list, grouped. */
export function ModelOptions({ models, value, favourites, typed }: ModelOptionsProps) {
  const { t } = useTranslation('models')
  const mayDeploy = usePermission('can_deploy_model') === true
  const groups = groupsOf(models, favourites, typed)
  if (groups.length === 0)
    return (
      <Combobox.Empty className={css.none ?? ''}>
        {typed.trim() === '' ? t('none') : t('noMatch', { text: typed.trim() })}
        {mayDeploy && groupsOf(models, favourites, '').length === 0 && (
          <p>
            <Link to="/admin/models-crud">{t('toDeploy')}</Link>
          </p>
        )}
      </Combobox.Empty>
    )
  return groups.map(({ provider, tags }) => (
    <Combobox.Group
      key={provider ?? ''}
      label={groups.length > 1 ? (provider ?? t('favourites')) : undefined}
    >
      {tags.map((one) => (
        <ModelOption
          key={one.tag.id}
          deployed={one}
          chosen={one.tag.id === value.modelTagId}
          isFavourite={favourites.includes(one.tag.id)}
        />
      ))}
    </Combobox.Group>
  ))
}

interface ModelOptionProps {
  deployed: Deployed
  chosen: boolean
  isFavourite: boolean
}

function ModelOption({ deployed: { model, tag }, chosen, isFavourite }: ModelOptionProps) {
  const { t } = useTranslation('models')
  const app = useAppName()
  const isGuide = tag.id === GUIDE.modelTagId
  return (
    <Combobox.Option value={String(tag.id)} active={chosen} selected={chosen} aria-selected={chosen}>
      <span className={css.words}>
        <span className={css.names}>
          <b className="cut">{model.name}</b> {!isGuide && <span className={css.tag}>{tag.name}</span>}
        </span>
        {isGuide ? <span className={css.facts}>{t('guide.role', { app })}</span> : <Metadata tag={tag} />}
      </span>
      {model.isLocal ? <Chip kind="line">{t('local')}</Chip> : <Chip kind="warn">{t('external')}</Chip>}
      <span
        className={css.star}
        aria-hidden="true"
        data-star={tag.id}
        data-on={isFavourite || undefined}
        title={t(isFavourite ? 'removeFavourite' : 'addFavourite', { name: `${model.name} ${tag.name}` })}
      >
        <Icon name={isFavourite ? 'star-filled' : 'star'} size={14} />
      </span>
    </Combobox.Option>
  )
}

/** Distinguishes tags: context size and capabilities. */
function Metadata({ tag: { contextLength, capabilities } }: { tag: ModelTag }) {
  const { t } = useTranslation('models')
  const { number } = useFormat()
  const facts = useCapabilityWords()(capabilities)
  if (contextLength !== null) facts.unshift(t('context', { size: number(contextLength) }))
  return facts.length > 0 ? <span className={css.facts}>{facts.join(' · ')}</span> : null
}
