import type { CatalogueModel } from '@polylogue/contract'
import { useId } from 'react'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import css from './catalogue-field.module.css'
import { useCatalogue } from '../management-api.ts'
import { useCapabilityWords } from '../use-words.ts'

interface CatalogueFieldProps {
  providerId: number
  /** Name of the chosen model; empty when none is chosen. */
  value: string
  /** The validation error, in one sentence. */
  error: string | undefined
  onChange: (name: string) => void
}

/** Chooses one of the models that an engine can download: description, size and licence. */
export function CatalogueField({ providerId, value, error, onChange }: CatalogueFieldProps) {
  const { t } = useTranslation('model-management')
  const errorMessage = useErrorMessage()
  const format = useFormat()
  const id = useId()
  const catalogue = useCatalogue(providerId)
  if (catalogue.isError && !catalogue.data)
    return (
      <LoadFailed
        title={t('catalogue.loadFailed')}
        {...errorMessage(catalogue.error)}
        onRetry={() => void catalogue.refetch()}
      />
    )
  if (!catalogue.data) return <Bones />
  const { models, machineMemory } = catalogue.data
  if (models.length === 0)
    return <EmptyState title={t('catalogue.none')} text={t('catalogue.noneText')} wayOn="beside" />
  return (
    <div className={css.field}>
      <span id={`${id}-label`} className={css.label}>
        {t('catalogue.label')}
      </span>
      <p id={`${id}-machine`} className={css.hint}>
        {t('catalogue.machine', { size: format.size(machineMemory) })}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-machine${error === undefined ? '' : ` ${id}-error`}`}
        aria-required="true"
        aria-invalid={error === undefined ? undefined : true}
        // A rejected form focuses the first invalid field: the group forwards the focus to its radio button.
        tabIndex={-1}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.querySelector('input')?.focus()
        }}
        className={css.entries}
      >
        {models.map((model) => (
          <Entry
            key={model.name}
            group={id}
            model={model}
            machineMemory={machineMemory}
            chosen={model.name === value}
            onChoose={() => onChange(model.name)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

interface EntryProps {
  group: string
  model: CatalogueModel
  machineMemory: number
  chosen: boolean
  onChoose: () => void
}

function Entry({ group, model, machineMemory, chosen, onChoose }: EntryProps) {
  const { t } = useTranslation('model-management')
  const { name, title, licence, memory, present } = model
  const isTooLarge = memory !== null && memory > machineMemory
  return (
    <div className={css.entry} data-chosen={chosen || undefined}>
      <label className={css.choice}>
        <input type="radio" name={group} value={name} checked={chosen} onChange={onChoose} />
        <b>{title}</b>
        {present && <Chip kind="line">{t('catalogue.present')}</Chip>}
        {isTooLarge && <Chip kind="warn">{t('catalogue.tooLarge')}</Chip>}
        <span className={css.facts}>{useFacts(model).join(' · ')}</span>
      </label>
      <p className={css.licence}>
        {t('catalogue.licence')}{' '}
        {licence.address === null ? (
          licence.name
        ) : (
          <a
            href={licence.address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('catalogue.licenceOf', { licence: licence.name, title })}
          >
            {licence.name}
          </a>
        )}
      </p>
    </div>
  )
}

/** Distinguishing facts: parameters, memory, context size and capabilities. */
function useFacts({ parameters, size, memory, contextLength, capabilities }: CatalogueModel): string[] {
  const { t } = useTranslation(['model-management', 'models'])
  const format = useFormat()
  return [
    t('catalogue.parameters', { number: format.number(parameters, digitsOf(parameters)) }),
    size !== null && t('catalogue.size', { size: format.size(size) }),
    memory !== null && t('catalogue.memory', { size: format.size(memory) }),
    t('models:context', { size: format.number(contextLength) }),
    ...useCapabilityWords()(capabilities),
  ].filter((fact) => fact !== false)
}

/** Formats as 0.36, 1.2, 8. */
function digitsOf(parameters: number): number {
  if (Number.isInteger(parameters)) return 0
  return parameters < 0.5 ? 2 : 1
}

function Bones() {
  return (
    <Loading>
      <div className={css.bones}>
        {[60, 45, 70].map((width) => (
          <span key={width}>
            <SkeletonLine width={width} />
            <SkeletonLine width={90} height={8} />
          </span>
        ))}
      </div>
    </Loading>
  )
}
