import { CUSTINST_SCOPES, RETRIEVED_CHUNKS } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { SelectField } from '#ui/select-field.tsx'
import { useCustInsts } from '#features/custinsts/index.ts'
import { useDatasource, useUsableDatasources } from '../sources.ts'
import { deployedTags, useModels } from '#features/models/index.ts'
import type { BotValues } from './values.ts'

type Answering = Pick<
  BotValues,
  'modelTagId' | 'datasourceId' | 'amountOfChunks' | 'custInstWhoId' | 'custInstRespondId'
>

interface FieldProps {
  values: Answering
  error?: string | undefined
  onChange: (some: Partial<Answering>) => void
}

/** Returns whether a tag is deployed; everything counts as deployed while that is not known. */
export function useIsDeployed(): (modelTagId: number) => boolean {
  const { data: models } = useModels()
  const deployed = models && new Set(deployedTags(models).map(({ tag }) => tag.id))
  return (modelTagId) => (deployed ? deployed.has(modelTagId) : modelTagId !== 0)
}

/** Chooses among the deployed tags. */
export function ModelTagField({ values, error, onChange }: FieldProps) {
  const { t } = useTranslation('chatbots')
  const { data: models } = useModels()
  const deployed = deployedTags(models ?? [])
  return (
    <SelectField
      label={t('model.label')}
      hint={models && deployed.length === 0 ? t('model.none') : undefined}
      error={error}
      value={String(values.modelTagId)}
      placeholder={models ? t('model.gone') : t('model.loading')}
      options={deployed.map(({ model, tag }) => ({
        value: String(tag.id),
        label: model.isLocal
          ? `${model.name} ${tag.name}`
          : t('model.external', { name: `${model.name} ${tag.name}`, provider: model.provider }),
      }))}
      onChange={(id) => onChange({ modelTagId: Number(id) })}
    />
  )
}

/** Chooses what the model knows and how it answers. */
export function InstructionFields({ values, onChange }: FieldProps) {
  const { t } = useTranslation('chatbots')
  const { data = [] } = useCustInsts()
  const field = (scope: 'who' | 'respond', value: number, choose: (id: number) => void) => (
    <SelectField
      label={t(`instructions.${scope}`)}
      value={String(value)}
      placeholder={t('instructions.lost')}
      options={[
        { value: '0', label: t('instructions.none') },
        ...data
          .filter((one) => one.scope === CUSTINST_SCOPES[scope])
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(id) => choose(Number(id))}
    />
  )
  return (
    <>
      {field('who', values.custInstWhoId, (custInstWhoId) => onChange({ custInstWhoId }))}
      {field('respond', values.custInstRespondId, (custInstRespondId) => onChange({ custInstRespondId }))}
    </>
  )
}

/** Chooses the data source, and how many passages each question gets. */
export function SourceFields({ values, onChange }: FieldProps) {
  const { t } = useTranslation('chatbots')
  const { datasourceId: id, amountOfChunks } = values
  const { data: usable = [] } = useUsableDatasources()
  const { data: chosen } = useDatasource(id)
  const listed = chosen && usable.every((one) => one.id !== id) ? [chosen, ...usable] : usable
  const { min, max } = RETRIEVED_CHUNKS
  return (
    <>
      <SelectField
        label={t('source.label')}
        hint={chosen?.localOnly ? t('source.localOnly', { label: chosen.label }) : undefined}
        value={String(id)}
        placeholder={t('source.lost')}
        options={[
          { value: '0', label: t('source.none') },
          ...listed.map(({ id: one, name }) => ({ value: String(one), label: name })),
        ]}
        onChange={(value) => onChange({ datasourceId: Number(value) })}
      />
      {id !== 0 && (
        <SelectField
          label={t('source.amount')}
          hint={t('source.amountHint')}
          value={String(amountOfChunks)}
          options={Array.from({ length: max - min + 1 }, (_, index) => String(min + index)).map((value) => ({
            value,
            label: value,
          }))}
          onChange={(value) => onChange({ amountOfChunks: Number(value) })}
        />
      )}
    </>
  )
}
